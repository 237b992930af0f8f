internal import Notes

/// Matches the note types of a file with those of the library.
///
/// A type is the same where its id is, and the names of its fields and templates are. The same id with other fields or
/// templates is another type, so that no note loses a field.
struct NoteTypeMatcher: Sendable {
    /// What a type, its fields and its templates are called in the library.
    private struct Match {
        let id: NoteTypeID
        var fields: [FieldID: FieldID] = [:]
        var templates: [TemplateID: TemplateID] = [:]
    }

    private var library: [NoteTypeID: NoteType]
    private let update: UpdateRule
    private var matches: [NoteTypeID: Match] = [:]
    private(set) var addedNames: [String] = []

    init(_ library: [NoteTypeID: NoteType], update: UpdateRule) {
        self.library = library
        self.update = update
    }

    /// Matches a type; what has to be written to the library for it, if anything.
    mutating func add(_ given: ImportNoteType) -> (before: NoteType?, after: NoteType)? {
        var type = given.type
        while let other = library[type.id], !other.hasShape(of: type) {
            type.id = type.id.next
        }
        guard let other = library[type.id] else {
            library[type.id] = type
            addedNames.append(type.name)
            matches[given.key] = Match(id: type.id)
            return (nil, type)
        }
        matches[given.key] = Match(
            id: other.id,
            fields: Self.renumbered(
                type.fields.map { ($0.name, $0.id) },
                as: other.fields.map { ($0.name, $0.id) }
            ),
            templates: Self.renumbered(
                type.templates.map { ($0.name, $0.id) },
                as: other.templates.map { ($0.name, $0.id) }
            )
        )
        guard update == .always else { return nil }
        let new = other.adopting(type)
        guard new != other else { return nil }
        library[new.id] = new
        return (other, new)
    }

    /// The ids that parts of the same names have in the library, where they differ.
    private static func renumbered<ID: Hashable>(
        _ parts: [(name: String, id: ID)],
        as others: [(name: String, id: ID)]
    ) -> [ID: ID] {
        var ids: [ID: ID] = [:]
        for part in parts {
            let other = others.first { $0.name == part.name }
            if let other, other.id != part.id { ids[part.id] = other.id }
        }
        return ids
    }

    /// The note with the ids of the library's type; nil where neither the file nor the library has its type.
    func translated(_ note: ImportNote) -> ImportNote? {
        guard let match = matches[note.type] else { return library[note.type].map { _ in note } }
        var note = note
        note.type = match.id
        guard !match.fields.isEmpty || !match.templates.isEmpty else { return note }
        func translated(_ field: FieldID) -> FieldID { match.fields[field] ?? field }
        note.values = Dictionary(
            note.values.map { (translated($0), $1) },
            uniquingKeysWith: { first, _ in first }
        )
        if case .text(let field, let isInDeck) = note.identity {
            note.identity = .text(of: translated(field), inDeck: isInDeck)
        }
        for index in note.cards.indices {
            if case .template(let id) = note.cards[index].face {
                note.cards[index].face = .template(match.templates[id] ?? id)
            }
        }
        return note
    }
}

extension NoteType {
    /// Whether both have fields and templates of the same names, in whatever order.
    fileprivate func hasShape(of other: NoteType) -> Bool {
        isCloze == other.isCloze
            && Set(fields.map(\.name)) == Set(other.fields.map(\.name))
            && Set(templates.map(\.name)) == Set(other.templates.map(\.name))
    }

    /// The same with the name, style sheet and templates of a type of the same shape.
    fileprivate func adopting(_ other: NoteType) -> NoteType {
        var type = self
        type.name = other.name
        type.css = other.css
        type.anki = other.anki
        func adopted(_ template: Template) -> Template {
            guard var new = other.templates.first(where: { $0.name == template.name }) else {
                return template
            }
            new.id = template.id
            return new
        }
        switch cards {
        case .templates(let templates): type.cards = .templates(templates.map(adopted))
        case .cloze(let template): type.cards = .cloze(adopted(template))
        case .languages, .place: break
        }
        return type
    }
}
