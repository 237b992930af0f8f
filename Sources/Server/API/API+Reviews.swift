import HTTP
import JSON
import Library
import LibraryValues
import Notes
import Recall

extension API {
    static let reviewSchemas: [String: APISchema] = [
        "Library": .object([
            APISchema.member("library", .string, "The library's id."),
            APISchema.member(
                "epoch",
                .integer(nil),
                "Increases when a backup is restored."
            ),
        ]),
        "Event": .object([
            APISchema.member("id", .id),
            APISchema.member("kind", .choice(["review", "practice", "setState", "retraction"])),
            APISchema.member("note", .id),
            APISchema.member("face", .string),
            APISchema.optional("grade", .choice(Grade.allCases.map(\.name))),
            APISchema.optional("of", .id, "The event that a retraction undoes."),
            APISchema.optional(
                "due",
                .integer(nil),
                "The due date that was shown, in milliseconds since 1970."
            ),
            APISchema.member("moment", .integer(nil), "In milliseconds since 1970."),
            APISchema.member("offset", .integer(nil), "Minutes ahead of UTC."),
            APISchema.member("duration", .integer(nil), "In milliseconds."),
            APISchema.member("mode", .choice(Mode.allCases.map(\.name))),
        ]),
        "Events": .object([
            APISchema.member("events", .list(.named("Event"))),
            APISchema.optional("next", .id, "What to send as 'after' for the next page."),
        ]),
        "Receipts": .object([
            APISchema.member("at", .integer(nil)),
            APISchema.member("version", .string),
            APISchema.member(
                "results",
                .list(
                    .object([
                        APISchema.optional("id", .string),
                        APISchema.member(
                            "outcome",
                            .choice(["stored", "known", "conflict", "refused"])
                        ),
                        APISchema.optional("why", .string),
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
                APISchema.member("library", .string),
                APISchema.member("epoch", .integer(nil)),
                APISchema.member(
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
