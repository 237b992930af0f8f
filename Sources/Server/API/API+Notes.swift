import HTTP
import JSON
import Library
import LibraryValues
import Notes

extension API {
    static let noteSchemas: [String: APISchema] = [
        "Note": .object([
            .member("id", .id),
            .member("type", .string, "The name of its note type."),
            .optional("wordType", .choice(WordType.allCases.map(\.rawValue))),
            .member("deck", .string),
            .member("tags", .list(.string)),
            .member("fields", .map(.string), "Texts by field name."),
            .optional("place", .named("Point"), "Only for places."),
            .member("cards", .list(.named("Card")), "Those that were reviewed."),
        ]),
        "Point": .object([
            .member("latitude", .number(-90...90), "Degrees north of the equator."),
            .member("longitude", .number(-180...180), "Degrees east of Greenwich."),
        ]),
        "FoundNotes": .object([
            .member("total", .integer(nil)),
            .optional("isAtLeast", .boolean, "Whether there may be more than the total."),
            .member("notes", .list(.named("Note"))),
            .member(
                "next",
                .orNull(.id),
                "What to send as 'after' for the next page; null on the last page."
            ),
            .optional(
                "mistakes",
                .list(
                    .object([
                        .member("from", .integer(nil)),
                        .member("to", .integer(nil)),
                        .member("message", .string),
                    ])
                ),
                "What in the query was not understood; positions count UTF-16 units."
            ),
        ]),
        "NoteChange": .object([
            .member("note", .named("Note")), .member("change", .named("Change")),
        ]),
        "NoteType": .object([
            .member("id", .id), .member("name", .string),
            .member("fields", .list(.string), "Empty where notes have languages instead."),
            .member("cards", .choice(["templates", "cloze", "languages", "place"])),
        ]),
    ]

    private static let note = APIOperation.Parameter(name: "note", schema: .id, summary: "Its id.")

    private static let written: [APISchema.Member] = [
        .optional("tags", .list(.string)),
        .optional("wordType", .orNull(.choice(WordType.allCases.map(\.rawValue)))),
        .optional("place", .orNull(.named("Point")), "Only for places."),
        .optional("even", .boolean, "Even if another note asks the same question."),
    ]

    static let notes: [APIOperation] = [
        APIOperation(
            id: "findNotes",
            method: .get,
            path: "/notes",
            summary: "Finds notes as the search field does; all notes without a query.",
            query: [
                .init(name: "query", schema: .string, summary: "As typed into the search field."),
                .init(
                    name: "sort",
                    schema: .choice(NoteSort.allCases.map(\.rawValue)),
                    summary: "The order; newest first by default."
                ),
                .init(
                    name: "limit",
                    schema: .integer(1...Library.largestPage),
                    summary: "The maximum number of notes; 50 by default."
                ),
                .init(
                    name: "after",
                    schema: .id,
                    summary: "The last note of the previous page."
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
                    .member("type", .string, "The name or the id of its note type."),
                    .member("deck", .string, "The name or the id of its deck."),
                    .member("fields", .map(.string), "Texts by field name or language tag."),
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
            summary: "A note that is not in the bin.",
            pathParameters: [note],
            answer: .named("Note"),
            perform: { application, call in
                JSONAnswer(try application.foundNote(try call.id("note")))
            }
        ),
        APIOperation(
            id: "changeNote",
            method: .patch,
            path: "/notes/{note}",
            summary: "Changes the given parts of a note.",
            pathParameters: [note],
            body: .object(
                [
                    .optional("deck", .string, "The name or the id of its deck."),
                    .optional("fields", .map(.string), "Texts by field name or language tag."),
                ] + written
            ),
            answer: .named("NoteChange"),
            perform: { application, call in try application.changeNote(call) }
        ),
        APIOperation(
            id: "deleteNote",
            method: .delete,
            path: "/notes/{note}",
            summary: "Moves a note to the bin, where it stays for 30 days.",
            pathParameters: [note],
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
            summary: "All tags of notes.",
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
