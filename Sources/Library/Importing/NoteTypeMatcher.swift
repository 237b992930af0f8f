internal import LibraryValues
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

    /// Matches a type of a class's deck, which the teacher may have changed since the edition before.
    ///
    /// A type that the learner has not changed changes with it. Another one, or one that comes with Omena and may have notes
    /// of the learner's own, gains the fields and templates that it lacks.
    ///
    /// - Parameters:
    ///   - base: The type in the edition before.
    ///   - id: The type that its notes have here; nil if there are none.
    mutating func add(
        _ given: NoteType,
        since base: NoteType,
        as id: NoteTypeID?
    ) -> (before: NoteType?, after: NoteType)? {
        guard let id, let other = library[id], other.corresponds(to: base) else {
            return add(ImportNoteType(given))
        }
        var untouched = base
        untouched.id = id
        var new = given
        new.id = id
        var match = Match(id: id)
        if other == untouched, !NoteType.builtIn.contains(where: { $0.id == id }) {
            let kept = other.fields.filter { old in !given.fields.contains { $0.id == old.id } }
            new.fields += kept.filter { old in !given.fields.contains { $0.name == old.name } }
        } else {
            (new, match.fields, match.templates) = other.extended(by: given, since: base)
        }
        matches[given.id] = match
        guard new != other else { return nil }
        library[id] = new
        return (other, new)
    }

    /// Whether a note is ever asked; also true where its type is unknown.
    func asks(_ note: Note) -> Bool {
        library[note.type].map { CardGenerator($0).asks(note) } ?? true
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
    /// Whether it has all fields and templates of another type, some perhaps under other names, because either side has renamed
    /// them.
    fileprivate func corresponds(to other: NoteType) -> Bool {
        isCloze == other.isCloze
            && other.fields.allSatisfy { fields.counterpart(of: $0, in: other.fields) != nil }
            && other.templates.allSatisfy {
                templates.counterpart(of: $0, in: other.templates) != nil
            }
    }

    /// The same with the fields and templates that another edition of it has more, and the ids that parts of that edition have
    /// here, where they differ.
    ///
    /// - Parameter base: The edition before, which tells what was only renamed.
    fileprivate func extended(
        by given: NoteType,
        since base: NoteType
    ) -> (NoteType, [FieldID: FieldID], [TemplateID: TemplateID]) {
        var type = self
        var fields: [FieldID: FieldID] = [:]
        for var field in given.fields {
            let known = type.fields.counterpart(
                of: field,
                in: given.fields,
                since: base.fields
            )
            if let known {
                if known.id != field.id { fields[field.id] = known.id }
                continue
            }
            if type.fields.contains(where: { $0.id == field.id }) {
                let id = FieldID(ofNew: field.name, beside: type.fields.map(\.id))
                fields[field.id] = id
                field.id = id
            }
            type.fields.append(field)
        }
        var templates: [TemplateID: TemplateID] = [:]
        for var template in given.templates {
            let known = type.templates.counterpart(
                of: template,
                in: given.templates,
                since: base.templates
            )
            if let known {
                if known.id != template.id { templates[template.id] = known.id }
                continue
            }
            guard case .templates(var own) = type.cards else { continue }
            if own.contains(where: { $0.id == template.id }) {
                let id = TemplateID(
                    ofNew: template.name + template.front,
                    beside: own.map(\.id)
                )
                templates[template.id] = id
                template.id = id
            }
            own.append(template)
            type.cards = .templates(own)
        }
        return (type, fields, templates)
    }

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

/// A field or template, which keeps its id when it is renamed.
private protocol NamedPart {
    associatedtype ID: Equatable
    var id: ID { get }
    var name: String { get }
}

extension NoteType.Field: NamedPart {}
extension NoteType.Template: NamedPart {}

extension Array where Element: NamedPart {
    /// What a part of another edition is here: the part of its name, or else the one that was renamed.
    ///
    /// - Parameter others: All such parts of that edition.
    fileprivate func counterpart(of part: Element, in others: [Element]) -> Element? {
        first { $0.name == part.name }
            ?? first { own in own.id == part.id && !others.contains { $0.name == own.name } }
    }

    /// What a part of a new edition is here: the part of its name, or else what it was in the edition before.
    fileprivate func counterpart(
        of part: Element,
        in given: [Element],
        since base: [Element]
    ) -> Element? {
        if let same = first(where: { $0.name == part.name }) { return same }
        guard let old = base.first(where: { $0.id == part.id }),
            let own = counterpart(of: old, in: base),
            !given.contains(where: { $0.name == own.name })
        else { return nil }
        return own
    }
}
