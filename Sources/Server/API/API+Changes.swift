import HTTP
import JSON
import Languages
import Library
import LibraryValues
import Notes

extension API {
    static let changeSchemas: [String: APISchema] = [
        "Change": .object([
            .optional("id", .id, "For undoing it; missing where nothing was changed."),
            .member("says", .string, "A description of the change."),
            .optional("moment", .integer(nil), "In milliseconds since 1970."),
            .member("isUndone", .boolean),
        ])
    ]

    private static let which: APISchema = .object([
        .optional("change", .id, "The change; your own latest if missing.")
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
            summary: "Undoes a change, unless a newer one depends on it.",
            body: which,
            answer: .named("Change"),
            perform: { application, call in try application.undoOrRedo(call, isUndoing: true) }
        ),
        APIOperation(
            id: "redo",
            method: .post,
            path: "/redo",
            summary: "Redoes a change that was undone.",
            body: which,
            answer: .named("Change"),
            perform: { application, call in try application.undoOrRedo(call, isUndoing: false) }
        ),
    ]
}

extension Application {
    fileprivate func undoOrRedo(_ call: APICall, isUndoing: Bool) throws -> JSONAnswer {
        let change = try undoOrRedo(
            call.body["change"]?.text.flatMap { ChangeID($0) },
            by: browser(of: call.request),
            isUndoing: isUndoing
        )
        guard let change else {
            let what = isUndoing ? "undo" : "redo"
            throw HTTPError(.conflict, message: "There is nothing to \(what).")
        }
        return JSONAnswer(ChangeAnswer(change))
    }
}

/// A change, for other programs.
struct ChangeAnswer: Encodable {
    let id: String?
    let says: String
    let moment: Int64?
    let isUndone: Bool

    init(_ change: Change?) {
        id = change?.id.description
        says = say(change?.says ?? "Nothing was changed.")
        moment = change?.moment.milliseconds
        isUndone = change?.isUndone ?? false
    }
}
