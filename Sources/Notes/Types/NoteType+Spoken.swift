package import Languages

/// Built-in note types have names in the interface's language unless they are renamed.
extension NoteType {
    package var localizedName: Phrase { spoken(name, as: original?.name, Self.names) }

    /// The name, with what tells the type apart from others of the same name: that it is Anki's, and its fields.
    package func localizedName(among types: [NoteType]) -> Phrase {
        let name = localizedName.description
        let twins = types.filter { $0.id != id && $0.localizedName.description == name }
        guard !twins.isEmpty else { return localizedName }
        var parts = [name]
        if usesHTML { parts.append("Anki") }
        if twins.contains(where: { $0.usesHTML == usesHTML }) {
            parts.append(fields.map { localizedName(of: $0).description }.joined(separator: ", "))
        }
        return Phrase(verbatim: parts.joined(separator: " · "))
    }

    package func localizedName(of field: Field) -> Phrase {
        let original = original?.fields.first { $0.id == field.id }
        return spoken(field.name, as: original?.name, Self.fieldNames)
    }

    /// The name of a field of its notes; nil for a number that the type does not have.
    package func localizedName(of field: FieldID) -> Phrase? {
        if let known = fields.first(where: { $0.id == field }) { return localizedName(of: known) }
        guard case .language(let tag) = field else { return nil }
        return tag.localizedName
    }

    /// The names of fields as a form shows them: as they are stored if two would be the same in the interface's language.
    var shownFieldNames: [FieldID: String] {
        let names = fields.map { localizedName(of: $0).description }
        let isClear = Set(names.map(\.caseFolded)).count == names.count
        return Dictionary(
            zip(fields.map(\.id), isClear ? names : fields.map(\.name)),
            uniquingKeysWith: { first, _ in first }
        )
    }

    package func localizedName(of template: Template) -> Phrase {
        let original = original?.templates.first { $0.id == template.id }
        return spoken(template.name, as: original?.name, Self.templateNames)
    }

    /// The type as built in.
    private var original: NoteType? { Self.builtIn.first { $0.id == id } }

    private func spoken(_ name: String, as original: String?, _ phrases: [String: Phrase]) -> Phrase
    {
        let phrase = name == original ? phrases[name] : nil
        return phrase ?? Phrase(verbatim: name)
    }

    private static let names: [String: Phrase] = [
        "Basic": "Basic (note type)", "Basic and reversed": "Basic and reversed",
        "Word": "Word", "Cloze": "Cloze", "Languages": "Languages", "Place": "Place",
    ]

    private static let fieldNames: [String: Phrase] = [
        "Front": "Front (side)", "Back": "Back (side)", "Word": "Word",
        "Pronunciation": "Pronunciation", "Definition": "Definition", "Text": "Text",
        "Back Extra": "Back Extra", "Name": "Name", "Description": "Description",
    ]

    private static let templateNames: [String: Phrase] = [
        "Forward": "Forward (card)", "Reversed": "Reversed (card)", "Word": "Word",
        "Cloze": "Cloze",
    ]
}
