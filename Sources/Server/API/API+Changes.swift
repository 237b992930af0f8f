import Exchange
import HTTP
import Languages
import Library
import Notes

extension API {
    static let changeSchemas: [String: Schema] = [
        "Change": .object([
            Schema.optional("id", .id, "Names it for undoing; missing where nothing was changed."),
            Schema.member("says", .string, "What it was, in words."),
            Schema.optional("moment", .integer(nil), "In milliseconds since 1970."),
            Schema.member("isUndone", .boolean),
        ])
    ]

    private static let which: Schema = .object([
        Schema.optional("change", .id, "Which one; unless told, one's own latest.")
    ])

    static let changes: [APIOperation] = [
        APIOperation(
            id: "getChanges",
            method: .get,
            path: "/changes",
            summary: "The latest changes, newest first.",
            answer: .list(.named("Change")),
            perform: { application, _ in
                JSONAnswer(try application.library.history().map { ChangeAnswer($0) })
            }
        ),
        APIOperation(
            id: "undo",
            method: .post,
            path: "/undo",
            summary: "Takes a change back, unless something newer stands on it.",
            body: which,
            answer: .named("Change"),
            perform: { application, call in try application.turn(call, isUndoing: true) }
        ),
        APIOperation(
            id: "redo",
            method: .post,
            path: "/redo",
            summary: "Makes a change again that was taken back.",
            body: which,
            answer: .named("Change"),
            perform: { application, call in try application.turn(call, isUndoing: false) }
        ),
    ]
}

extension Application {
    fileprivate func turn(_ call: APICall, isUndoing: Bool) throws -> JSONAnswer {
        let browser = browser(of: call.request)
        let given = call.body["change"]?.text.flatMap { ChangeID($0) }
        let id =
            try given
            ?? (isUndoing
                ? library.latestChange(by: browser) : library.latestUndone(by: browser))
        guard let id else {
            let what = isUndoing ? "undo" : "do again"
            throw HTTPError(.conflict, message: "There is nothing to \(what).")
        }
        let offset = clock.offset()
        return JSONAnswer(
            ChangeAnswer(
                isUndoing
                    ? try library.undo(id, timeZoneOffset: offset)
                    : try library.redo(id, timeZoneOffset: offset)
            )
        )
    }
}

/// A change as it is answered.
struct ChangeAnswer: Encodable {
    let id: String?
    let says: String
    let moment: Int64?
    let isUndone: Bool

    init(_ change: Change?) {
        id = change?.id.description
        says = say(change?.says ?? "It was so already.")
        moment = change?.moment.milliseconds
        isUndone = change?.isUndone ?? false
    }
}
