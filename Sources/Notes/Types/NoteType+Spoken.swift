public import Languages

/// The note types that came with Omena are called in the reader's language, until somebody renames them.
extension NoteType {
    /// What it is called.
    public var spokenName: Phrase { spoken(name, as: original?.name, Self.names) }

    /// What one of its fields is called.
    public func spokenName(of field: Field) -> Phrase {
        let original = original?.fields.first { $0.id == field.id }
        return spoken(field.name, as: original?.name, Self.fieldNames)
    }

    /// What one of its templates is called.
    public func spokenName(of template: Template) -> Phrase {
        let original = original?.templates.first { $0.id == template.id }
        return spoken(template.name, as: original?.name, Self.templateNames)
    }

    /// As it came with Omena.
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
