import HTTP
import Languages
import Notes

/// What the form of a note type says.
struct NoteTypeOrder {
    /// What is to be done with it.
    enum Wish: Equatable {
        case save
        case delete
        /// Show the form again, as it was changed.
        case show
    }

    let wish: Wish
    private(set) var draft: NoteTypeDraft
    /// Names the type as it stood when the form was opened.
    let seen: String?
    /// Whether the learner has seen what notes would lose.
    let isLossWanted: Bool

    /// Reads a form; one that is not ours is refused.
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
            css: lines("css").first ?? ""
        )
        seen = form["seen"]
        isLossWanted = form["sure"] == "on"
        switch form["do"] ?? "save" {
        case "save": wish = .save
        case "delete": wish = .delete
        case let action:
            wish = .show
            guard draft.change(action) else {
                throw HTTPError(.badRequest, "There is no such button.")
            }
        }
    }

    /// What stands at the same place of several lists.
    private static func rows(_ columns: [String]...) -> [[String]] {
        (0..<(columns.map(\.count).min() ?? 0)).map { row in columns.map { $0[row] } }
    }
}

extension NoteTypeDraft {
    /// Does what a button beside a field or a card says; false where there is no such button.
    fileprivate mutating func change(_ action: String) -> Bool {
        let parts = action.split(separator: ":")
        let place = parts.count == 2 ? Int(parts[1]) : nil
        switch (parts.first, place) {
        case ("preview", nil): break
        case ("field-add", nil): fields.append(Field())
        case ("template-add", nil): templates.append(Template(name: "Card \(templates.count + 1)"))
        case ("field-up", let place?) where fields.indices.dropFirst().contains(place):
            fields.swapAt(place, place - 1)
        case ("field-down", let place?) where fields.indices.dropLast().contains(place):
            fields.swapAt(place, place + 1)
        case ("field-remove", let place?) where fields.indices.contains(place):
            fields.remove(at: place)
        case ("template-remove", let place?) where templates.indices.contains(place):
            templates.remove(at: place)
        default: return false
        }
        return true
    }
}
