import HTTP
import JSON
import Library
import Notes

extension API {
    static let noteTypeSchemas: [String: APISchema] = [
        "NoteTypeDetails": .object([
            .member("id", .id), .member("name", .string),
            .member("fields", .list(.string)),
            .member("templates", .list(.named("Template"))),
            .member("css", .string),
            .member("isHTML", .boolean, "Whether its fields are HTML instead of text."),
        ]),
        "Template": .object([
            .member("name", .string),
            .member("front", .string, "In Anki's template language."),
            .member("back", .string),
        ]),
    ]

    private static let type = APIOperation.Parameter(name: "type", schema: .id, summary: "Its id.")

    static let noteTypes: [APIOperation] = [
        APIOperation(
            id: "getNoteType",
            method: .get,
            path: "/note-types/{type}",
            summary: "A note type with its templates and its style sheet.",
            pathParameters: [type],
            answer: .named("NoteTypeDetails"),
            perform: { application, call in
                JSONAnswer(NoteTypeDetailsAnswer(try application.noteType(try call.id("type"))))
            }
        ),
        APIOperation(
            id: "addNoteType",
            method: .post,
            path: "/note-types",
            summary: "Adds a note type whose fields are HTML.",
            body: .object([
                .member("name", .string),
                .member("fields", .list(.string, 1...NoteTypeDraft.most)),
                .member("templates", .list(.named("Template"), 1...NoteTypeDraft.most)),
                .optional("css", .string),
                .optional("isCloze", .boolean, "Whether its cards are gaps in a text."),
            ]),
            status: .created,
            answer: .named("NoteTypeDetails"),
            perform: { application, call in
                let id = try application.library.add(
                    NoteTypeDraft(
                        name: call.body["name"]?.text ?? "",
                        fields: (call.body["fields"]?.elements ?? []).map {
                            NoteTypeDraft.Field(name: $0.text ?? "")
                        },
                        templates: (call.body["templates"]?.elements ?? []).map { template($0) },
                        css: call.body["css"]?.text ?? ""
                    ),
                    isCloze: call.body["isCloze"]?.isTrue ?? false,
                    by: application.browser(of: call.request)
                )
                return JSONAnswer(NoteTypeDetailsAnswer(try application.noteType(id)))
            }
        ),
        APIOperation(
            id: "changeNoteType",
            method: .patch,
            path: "/note-types/{type}",
            summary: "Changes a note type's style sheet, or the templates of the given names.",
            pathParameters: [type],
            body: .object([
                .optional("templates", .list(.named("Template"))),
                .optional("css", .string),
            ]),
            answer: .named("NoteTypeDetails"),
            perform: { application, call in
                let id: NoteTypeID = try call.id("type")
                let type = try application.noteType(id)
                let given = (call.body["templates"]?.elements ?? []).map { template($0) }
                let names = type.templates.map(\.name)
                guard given.allSatisfy({ names.contains($0.name) }) else {
                    throw HTTPError(
                        .unprocessableContent,
                        message: "The note type has no template of this name."
                    )
                }
                try application.library.change(
                    id,
                    by: application.browser(of: call.request)
                ) { draft in
                    if let css = call.body["css"]?.text { draft.css = css }
                    for template in given {
                        for index in draft.templates.indices
                        where draft.templates[index].name == template.name {
                            draft.templates[index].front = template.front
                            draft.templates[index].back = template.back
                        }
                    }
                }
                return JSONAnswer(NoteTypeDetailsAnswer(try application.noteType(id)))
            }
        ),
    ]

    private static func template(_ value: JSONValue) -> NoteTypeDraft.Template {
        NoteTypeDraft.Template(
            name: value["name"]?.text ?? "",
            front: value["front"]?.text ?? "",
            back: value["back"]?.text ?? ""
        )
    }
}

extension Application {
    fileprivate func noteType(_ id: NoteTypeID) throws -> NoteType {
        guard let type = try library.types().first(where: { $0.id == id }) else {
            throw HTTPError(.notFound, message: "There is no such card type.")
        }
        return type
    }
}

private struct NoteTypeDetailsAnswer: Encodable {
    let id: String
    let name: String
    let fields: [String]
    let templates: [Template]
    let css: String
    let isHTML: Bool

    struct Template: Encodable {
        let name: String
        let front: String
        let back: String
    }

    init(_ type: NoteType) {
        id = type.id.description
        name = type.name
        fields = type.fields.map(\.name)
        templates = type.templates.map {
            Template(name: $0.name, front: $0.front, back: $0.back)
        }
        css = type.css
        isHTML = type.usesHTML
    }
}
