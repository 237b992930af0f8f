import HTTP
import JSON
import Library
import LibraryValues
import Notes
import Recall

extension API {
    static let reviewSchemas: [String: APISchema] = [
        "Library": .object([
            .member("library", .string, "The library's id."),
            .member("epoch", .integer(nil), "Increases when a backup is restored."),
        ]),
        "Event": .object([
            .member("id", .id),
            .member("kind", .choice(["review", "practice", "setState", "retraction"])),
            .member("note", .id),
            .member("face", .string),
            .optional("grade", .choice(Grade.allCases.map(\.name))),
            .optional("of", .id, "The event that a retraction undoes."),
            .optional(
                "due",
                .integer(nil),
                "The due date that was shown, in milliseconds since 1970."
            ),
            .member("moment", .integer(nil), "In milliseconds since 1970."),
            .member("offset", .integer(nil), "Minutes ahead of UTC."),
            .member("duration", .integer(nil), "In milliseconds."),
            .member("mode", .choice(Mode.allCases.map(\.name))),
        ]),
        "Events": .object([
            .member("events", .list(.named("Event"))),
            .optional("next", .id, "What to send as 'after' for the next page."),
        ]),
        "Receipts": .object([
            .member("at", .integer(nil)),
            .member("version", .string),
            .member(
                "results",
                .list(
                    .object([
                        .optional("id", .string),
                        .member("outcome", .choice(["stored", "known", "conflict", "refused"])),
                        .optional("why", .string),
                    ])
                )
            ),
        ]),
    ]

    static let reviews: [APIOperation] = [
        APIOperation(
            id: "getLibrary",
            method: .get,
            path: "/library",
            summary: "The identity of the library, which new reviews must contain.",
            answer: .named("Library"),
            perform: { application, _ in JSONAnswer(LibraryAnswer(application.library.identity)) }
        ),
        APIOperation(
            id: "getReviews",
            method: .get,
            path: "/reviews",
            summary: "The log, ordered by id.",
            query: [
                .init(
                    name: "limit",
                    schema: .integer(1...1_000),
                    summary: "The maximum number of events; 100 by default."
                ),
                .init(
                    name: "after",
                    schema: .id,
                    summary: "The last event of the previous page."
                ),
            ],
            answer: .named("Events"),
            perform: { application, call in
                let limit = call.query["limit"]?.whole ?? 100
                return JSONAnswer(
                    EventsAnswer(
                        try application.library.events(after: call.query("after"), limit: limit),
                        limit: limit
                    )
                )
            }
        ),
        APIOperation(
            id: "addReviews",
            method: .post,
            path: "/reviews",
            summary:
                "Adds events to the log, each stored or refused by itself; an event that is sent again is recognized.",
            body: .object([
                .member("library", .string),
                .member("epoch", .integer(nil)),
                .member(
                    "events",
                    .list(.map(.named("Anything"))),
                    "As in the list: id, kind, note, face, grade, of, due, reviews, moment, offset, duration, mode."
                ),
            ]),
            answer: .named("Receipts"),
            perform: { application, call in
                let batch = try EventBatch.decode(call.request.bytes)
                return JSONAnswer(json: try application.receipts(for: batch).json)
            }
        ),
    ]
}

private struct LibraryAnswer: Encodable {
    let library: String
    let epoch: Int

    init(_ identity: LibraryIdentity) {
        library = identity.id
        epoch = identity.epoch
    }
}

private struct EventsAnswer: Encodable {
    let events: [Entry]
    let next: String?

    init(_ events: [Event], limit: Int) {
        self.events = events.map(Entry.init)
        next = events.count == limit ? events.last?.id.description : nil
    }

    struct Entry: Encodable {
        let id: String
        let kind: String
        let note: String
        let face: String
        var grade: String?
        var of: String?
        var due: Int64?
        let moment: Int64
        let offset: Int
        let duration: Int
        let mode: String

        init(_ event: Event) {
            id = event.id.description
            note = event.note.description
            face = event.face.description
            moment = event.moment.milliseconds
            offset = event.offset
            duration = event.duration
            mode = event.mode.name
            switch event.kind {
            case .review(let grade, let due, _):
                kind = "review"
                self.grade = grade.name
                self.due = due?.milliseconds
            case .practice(let grade):
                kind = "practice"
                self.grade = grade.name
            case .setState: kind = "setState"
            case .retraction(let target):
                kind = "retraction"
                of = target.description
            }
        }
    }
}
