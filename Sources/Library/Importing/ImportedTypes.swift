internal import Notes

/// Which note types of a library those of a file stand for.
struct ImportedTypes {
    private var types: [NoteTypeID: NoteType]
    /// Where a type of the file is known by another id here, or its fields are.
    private var translations: [NoteTypeID: Translation] = [:]
    /// Those that were made, in their order.
    private(set) var made: [NoteType] = []

    private struct Translation {
        var type: NoteTypeID
        var fields: [FieldID: FieldID]
    }

    init(_ types: [NoteTypeID: NoteType]) { self.types = types }

    /// Finds the type that one of the file stands for; where there is none, it is to be made, and returned.
    mutating func take(
        _ given: NoteType,
        using generator: inout some RandomNumberGenerator,
        at moment: Moment
    ) -> NoteType? {
        let alike = types.values.filter { $0.isLike(given) }
            .min { ($0.id == given.id ? 0 : 1, $0.id) < ($1.id == given.id ? 0 : 1, $1.id) }
        if let alike {
            let fields = zip(given.fields.map(\.id), alike.fields.map(\.id))
            translations[given.id] = Translation(
                type: alike.id,
                fields: Dictionary(fields) { first, _ in first }
            )
            return nil
        }
        var new = given
        while types[new.id] != nil {
            new.id = NoteTypeID(at: moment.milliseconds, using: &generator)
        }
        let names = Set(types.values.map(\.name))
        var number = 2
        while names.contains(new.name) {
            new.name = "\(given.name) \(number)"
            number += 1
        }
        types[new.id] = new
        made.append(new)
        if new.id != given.id { translations[given.id] = Translation(type: new.id, fields: [:]) }
        return new
    }

    /// The note in the words of this library.
    func translated(_ note: DeliveredNote) -> DeliveredNote {
        guard let translation = translations[note.type] else { return note }
        var note = note
        note.type = translation.type
        func translated(_ field: FieldID) -> FieldID { translation.fields[field] ?? field }
        let pairs = note.values.map { (translated($0), $1) }
        note.values = Dictionary(pairs) { first, _ in first }
        if case .text(let field, let isInDeck) = note.name {
            note.name = .text(of: translated(field), inDeck: isInDeck)
        }
        return note
    }
}

extension NoteType {
    /// Whether its notes have the same fields and ask the same as those of the other.
    fileprivate func isLike(_ other: NoteType) -> Bool {
        name == other.name && fields.map(\.name) == other.fields.map(\.name)
            && kind == other.kind
            && templates.map(\.id) == other.templates.map(\.id)
            && templates.map { [$0.name, $0.front, $0.back] }
                == other.templates.map { [$0.name, $0.front, $0.back] }
    }

    private var kind: Int {
        switch cards {
        case .templates: 0
        case .cloze: 1
        case .languages: 2
        case .place: 3
        }
    }
}
