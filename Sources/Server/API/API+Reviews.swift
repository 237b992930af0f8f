import Exchange
import HTTP
import Library
import Notes
import Recall

extension API {
    static let reviewSchemas: [String: Schema] = [
        "Library": .object([
            Schema.member("library", .string, "Which library it is."),
            Schema.member(
                "epoch",
                .integer(nil),
                "In which of its lives: it goes up with a restore."
            ),
        ]),
        "Event": .object([
            Schema.member("id", .id),
            Schema.member("kind", .choice(["review", "practice", "setState", "retraction"])),
            Schema.member("note", .id),
            Schema.member("face", .string),
            Schema.optional("grade", .choice(Grade.allCases.map(\.name))),
            Schema.optional("of", .id, "What a retraction takes back."),
            Schema.optional("due", .integer(nil), "What the button showed, in milliseconds."),
            Schema.member("moment", .integer(nil), "In milliseconds since 1970."),
            Schema.member("offset", .integer(nil), "Minutes ahead of UTC."),
            Schema.member("duration", .integer(nil), "In milliseconds."),
            Schema.member("mode", .choice(Mode.allCases.map(\.name))),
        ]),
        "Events": .object([
            Schema.member("events", .list(.named("Event"))),
            Schema.optional("next", .id, "What to send as 'after' for the next page."),
        ]),
        "Receipts": .object([
            Schema.member("at", .integer(nil)),
            Schema.member("version", .string),
            Schema.member(
                "results",
                .list(
                    .object([
                        Schema.optional("id", .string),
                        Schema.member(
                            "outcome",
                            .choice(["stored", "known", "conflict", "refused"])
                        ),
                        Schema.optional("why", .string),
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
            summary: "Which library this is, as reviews have to say.",
            answer: .named("Library"),
            perform: { application, _ in JSONAnswer(LibraryAnswer(application.library.identity)) }
        ),
        APIOperation(
            id: "getReviews",
            method: .get,
            path: "/reviews",
            summary: "The log, in the order of its ids.",
            query: [
                .init(
                    name: "limit",
                    schema: .integer(1...1_000),
                    summary: "The most events of the page; 100 unless told."
                ),
                .init(
                    name: "after",
                    schema: .id,
                    summary: "The event behind which the page begins."
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
            summary: "Adds events to the log; each stands or falls by itself, and again is known.",
            body: .object([
                Schema.member("library", .string),
                Schema.member("epoch", .integer(nil)),
                Schema.member(
                    "events",
                    .list(.map(.named("Anything"))),
                    "As in the list: id, kind, note, face, grade, of, due, reviews, moment, offset, duration, mode."
                ),
            ]),
            answer: .named("Receipts"),
            perform: { application, call in
                JSONAnswer(try application.receipts(for: try EventBatch.decode(call.request.bytes)))
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
