internal import Notes
internal import Storage

/// Which note type here each type of a collection is.
struct IntakeTypes {
    /// One type, and what its fields and templates are called here.
    struct Known {
        let id: NoteTypeID
        fileprivate var fields: [FieldID: FieldID] = [:]
        fileprivate var templates: [TemplateID: TemplateID] = [:]

        /// A note of the type as it is here.
        func translated(_ note: CollectionNote) -> CollectionNote {
            guard !fields.isEmpty || !templates.isEmpty else { return note }
            var note = note
            note.values = Dictionary(
                note.values.map { (fields[$0.key] ?? $0.key, $0.value) },
                uniquingKeysWith: { first, _ in first }
            )
            for place in note.cards.indices {
                if case .template(let id) = note.cards[place].face {
                    note.cards[place].face = .template(templates[id] ?? id)
                }
            }
            return note
        }
    }

    private var known: [Int64: Known] = [:]
    private var added: [NoteType] = []
    private var rewritten: [(before: NoteType, after: NoteType)] = []

    init() {}

    init(
        _ types: [CollectionType],
        update: UpdateRule,
        _ writer: borrowing Writer
    ) throws {
        var here = try writer.noteTypes()
        for given in types {
            var type = given.type
            // The same type in another shape is another type: no note loses a field to it.
            while let other = here[type.id], !other.hasShape(of: type) {
                type.id = NoteTypeID(rawValue: type.id.rawValue + 1)
            }
            guard let other = here[type.id] else {
                here[type.id] = type
                added.append(type)
                known[given.number] = Known(id: type.id)
                continue
            }
            let match = other.match(type)
            if update == .always {
                let new = other.taking(type, match)
                if new != other { rewritten.append((other, new)) }
            }
            known[given.number] = match
        }
    }

    /// The type of that number.
    subscript(_ number: Int64) -> Known? { known[number] }

    /// Adds those that are not there, and rewrites those that are to be; how many were added.
    func addAll(_ recorder: inout ChangeRecorder, with writer: borrowing Writer) throws -> Int {
        for type in added { try recorder.replace(.noteType(before: nil, after: type), with: writer) }
        for (before, after) in rewritten {
            try recorder.replace(.noteType(before: before, after: after), with: writer)
        }
        return added.count
    }
}

extension NoteType {
    private var isCloze: Bool {
        if case .cloze = cards { return true }
        return false
    }

    /// Whether both have fields and templates of the same names, in whatever order.
    fileprivate func hasShape(of other: NoteType) -> Bool {
        isCloze == other.isCloze
            && Set(fields.map(\.name)) == Set(other.fields.map(\.name))
            && Set(templates.map(\.name)) == Set(other.templates.map(\.name))
    }

    /// What the fields and templates of another of the same shape are called here; empty where they are called the same.
    fileprivate func match(_ other: NoteType) -> IntakeTypes.Known {
        var known = IntakeTypes.Known(id: id)
        for field in other.fields {
            guard let here = fields.first(where: { $0.name == field.name }), here.id != field.id
            else { continue }
            known.fields[field.id] = here.id
        }
        for template in other.templates {
            guard let here = templates.first(where: { $0.name == template.name }),
                here.id != template.id
            else { continue }
            known.templates[template.id] = here.id
        }
        return known
    }

    /// The same with the other's name, sheet and templates.
    fileprivate func taking(_ other: NoteType, _ match: IntakeTypes.Known) -> NoteType {
        var type = self
        type.name = other.name
        type.css = other.css
        type.anki = other.anki
        func taken(_ template: Template) -> Template {
            guard var new = other.templates.first(where: { $0.name == template.name }) else {
                return template
            }
            new.id = template.id
            return new
        }
        switch cards {
        case .templates(let templates): type.cards = .templates(templates.map(taken))
        case .cloze(let template): type.cards = .cloze(taken(template))
        case .languages, .place: break
        }
        return type
    }
}
