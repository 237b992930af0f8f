import HTTP
import Languages
import Notes
import Pages

/// The form of a note type.
struct NoteTypeRequest {
    enum Action: Equatable {
        case save
        case delete
        /// Shows the changed form again.
        case show
    }

    let action: Action
    private(set) var draft: NoteTypeDraft
    /// Identifies the version of the type when the form was opened.
    let seen: String?
    /// Whether the learner has confirmed what notes would lose.
    let allowsLoss: Bool

    init(_ form: Query) throws(HTTPError) {
        let lines = { (name: String) in
            form.all(name).map { $0.replacing("\r\n", with: "\n") }
        }
        draft = NoteTypeDraft(
            name: form["name"] ?? "",
            fields: Self.rows(lines("field-id"), lines("field-name"), lines("field-language")).map {
                NoteTypeDraft.Field(id: Int($0[0]), name: $0[1], language: $0[2])
            },
            templates: Self.rows(
                lines("template-id"),
                lines("template-name"),
                lines("template-front"),
                lines("template-back")
            ).map {
                NoteTypeDraft.Template(
                    id: TemplateID($0[0]),
                    name: $0[1],
                    front: $0[2],
                    back: $0[3]
                )
            },
            css: lines("css").first ?? "",
            language: InterfaceLanguage(shownIn: form.pairs)
        )
        seen = form["seen"]
        allowsLoss = form["sure"] == "on"
        switch form["do"] ?? "save" {
        case "save": action = .save
        case "delete": action = .delete
        case let button:
            action = .show
            guard draft.change(button) else {
                throw HTTPError(.badRequest, "This button doesn’t exist.")
            }
        }
    }

    /// The elements with the same index in several lists.
    private static func rows(_ columns: [String]...) -> [[String]] {
        (0..<(columns.map(\.count).min() ?? 0)).map { row in columns.map { $0[row] } }
    }
}

extension NoteTypeDraft {
    /// Does what a button beside a field or a card says; false if there is no such button.
    fileprivate mutating func change(_ button: String) -> Bool {
        let parts = button.split(separator: ":")
        let index = parts.count == 2 ? Int(parts[1]) : nil
        switch (parts.first, index) {
        case ("preview", nil): break
        case ("field-add", nil): fields.append(Field())
        case ("template-add", nil): templates.append(Template(name: "Card \(templates.count + 1)"))
        case ("field-up", let index?) where fields.indices.dropFirst().contains(index):
            fields.swapAt(index, index - 1)
        case ("field-down", let index?) where fields.indices.dropLast().contains(index):
            fields.swapAt(index, index + 1)
        case ("field-remove", let index?) where fields.indices.contains(index):
            fields.remove(at: index)
        case ("template-remove", let index?) where templates.indices.contains(index):
            templates.remove(at: index)
        default: return false
        }
        return true
    }
}
