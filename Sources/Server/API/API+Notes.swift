import Exchange
import HTTP
import Library
import Notes

extension API {
    static let noteSchemas: [String: Schema] = [
        "Note": .object([
            Schema.member("id", .id),
            Schema.member("type", .string, "The name of its note type."),
            Schema.optional("wordType", .choice(WordType.allCases.map(\.rawValue))),
            Schema.member("deck", .string),
            Schema.member("tags", .list(.string)),
            Schema.member("fields", .map(.string), "Texts by the names of the fields."),
            Schema.optional("place", .named("Point"), "Where it lies, if it is a place."),
            Schema.member("cards", .list(.named("Card")), "Those that were ever asked."),
        ]),
        "Point": .object([
            Schema.member("latitude", .number(-90...90), "Degrees north of the equator."),
            Schema.member("longitude", .number(-180...180), "Degrees east of Greenwich."),
        ]),
        "FoundNotes": .object([
            Schema.member("total", .integer(nil)),
            Schema.optional("isAtLeast", .boolean, "Whether there may be more than the total."),
            Schema.member("notes", .list(.named("Note"))),
            Schema.member(
                "next",
                .orNull(.id),
                "What to send as 'after' for the next page; null where this is the last."
            ),
            Schema.optional(
                "mistakes",
                .list(
                    .object([
                        Schema.member("from", .integer(nil)), Schema.member("to", .integer(nil)),
                        Schema.member("message", .string),
                    ])
                ),
                "What in the query could not be taken as it stands; places count UTF-16 units."
            ),
        ]),
        "NoteChange": .object([
            Schema.member("note", .named("Note")), Schema.member("change", .named("Change")),
        ]),
        "NoteType": .object([
            Schema.member("id", .id), Schema.member("name", .string),
            Schema.member("fields", .list(.string), "Empty where a note has languages instead."),
            Schema.member("cards", .choice(["templates", "cloze", "languages", "place"])),
        ]),
    ]

    private static let note = APIOperation.Parameter(name: "note", schema: .id, summary: "Its id.")

    private static let written: [Schema.Member] = [
        Schema.optional("tags", .list(.string)),
        Schema.optional("wordType", .orNull(.choice(WordType.allCases.map(\.rawValue)))),
        Schema.optional("place", .orNull(.named("Point")), "Where it lies; only for places."),
        Schema.optional("even", .boolean, "Even if another note asks the same."),
    ]

    static let notes: [APIOperation] = [
        APIOperation(
            id: "findNotes",
            method: .get,
            path: "/notes",
            summary: "Finds notes as the search field does; without a query all of them.",
            query: [
                .init(name: "query", schema: .string, summary: "As a learner types it."),
                .init(
                    name: "sort",
                    schema: .choice(NoteSort.allCases.map(\.rawValue)),
                    summary: "In which order; newest first unless told."
                ),
                .init(
                    name: "limit",
                    schema: .integer(1...Library.largestPage),
                    summary: "The most notes of the page; 50 unless told."
                ),
                .init(
                    name: "after",
                    schema: .id,
                    summary: "The note behind which the page begins."
                ),
            ],
            answer: .named("FoundNotes"),
            perform: { application, call in
                JSONAnswer(
                    FoundNotesAnswer(
                        try application.library.search(
                            call.query["query"]?.text ?? "",
                            sort: call.query["sort"]?.text.flatMap(NoteSort.init) ?? .newest,
                            limit: call.query["limit"]?.whole ?? 50,
                            after: call.query("after"),
                            timeZoneOffset: application.clock.offset()
                        )
                    )
                )
            }
        ),
        APIOperation(
            id: "addNote",
            method: .post,
            path: "/notes",
            summary: "Adds a note.",
            body: .object(
                [
                    Schema.member("type", .string, "The name or the id of its note type."),
                    Schema.member("deck", .string, "The name or the id of its deck."),
                    Schema.member("fields", .map(.string), "Texts by names of fields, or by tags."),
                ] + written
            ),
            status: .created,
            answer: .named("NoteChange"),
            perform: { application, call in try application.addNote(call) }
        ),
        APIOperation(
            id: "getNote",
            method: .get,
            path: "/notes/{note}",
            summary: "One note, unless it lies in the bin.",
            places: [note],
            answer: .named("Note"),
            perform: { application, call in
                JSONAnswer(try application.foundNote(try call.id("note")))
            }
        ),
        APIOperation(
            id: "changeNote",
            method: .patch,
            path: "/notes/{note}",
            summary: "Changes what is given of a note, and leaves the rest.",
            places: [note],
            body: .object(
                [
                    Schema.optional("deck", .string, "The name or the id of its deck."),
                    Schema.optional(
                        "fields",
                        .map(.string),
                        "Texts by names of fields, or by tags."
                    ),
                ] + written
            ),
            answer: .named("NoteChange"),
            perform: { application, call in try application.changeNote(call) }
        ),
        APIOperation(
            id: "deleteNote",
            method: .delete,
            path: "/notes/{note}",
            summary: "Puts a note into the bin, where it stays for 30 days.",
            places: [note],
            answer: .named("Change"),
            perform: { application, call in
                let note: NoteID = try call.id("note")
                _ = try application.foundNote(note)
                let browser = application.browser(of: call.request)
                return JSONAnswer(ChangeAnswer(try application.library.delete([note], by: browser)))
            }
        ),
        APIOperation(
            id: "getNoteTypes",
            method: .get,
            path: "/note-types",
            summary: "All note types, with the names of their fields.",
            answer: .list(.named("NoteType")),
            perform: { application, _ in
                JSONAnswer(try application.library.noteTypes().map { NoteTypeAnswer($0.type) })
            }
        ),
        APIOperation(
            id: "getTags",
            method: .get,
            path: "/tags",
            summary: "All tags that notes have.",
            answer: .list(.string),
            perform: { application, _ in
                JSONAnswer(try application.library.tags().map(\.text))
            }
        ),
    ]
}

private struct NoteTypeAnswer: Encodable {
    let id: String
    let name: String
    let fields: [String]
    let cards: String

    init(_ type: NoteType) {
        id = type.id.description
        name = type.name
        fields = type.fields.map(\.name)
        cards =
            switch type.cards {
            case .templates: "templates"
            case .cloze: "cloze"
            case .languages: "languages"
            case .place: "place"
            }
    }
}
