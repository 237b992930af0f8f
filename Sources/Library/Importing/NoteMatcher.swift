internal import LibraryValues
internal import Notes
internal import Storage

/// Finds the existing notes that the notes of a file are the same as.
struct NoteMatcher {
    private var byKey: [Scope: Keys] = [:]
    private var byText: [[String: NoteID]] = []
    /// The indexes in `byText` of the fields that notes were looked up by, and the one that was used last.
    private var fields: [Field: Int] = [:]
    private var lastField: (field: Field, index: Int)?
    /// Notes that were read for their keys, until they are used.
    private var read: [NoteID: Note] = [:]
    private let capacity: Int

    /// - Parameter count: How many notes the file has at most.
    init(expecting count: Int) { capacity = BulkWriter.capacity(expecting: count) }

    enum Match {
        /// The existing note, perhaps in the bin; nil where only its guid is known yet.
        case existing(NoteID?)
        case new
        /// None, and later notes of the same text are the same as this one.
        case newWithText(String, field: Int)
    }

    private struct Scope: Hashable {
        var deck: DeckID
        var type: NoteTypeID
    }

    private struct Field: Hashable {
        var type: NoteTypeID
        var field: FieldID
        /// Nil for the whole library.
        var deck: DeckID?
    }

    /// - Parameters:
    ///   - deck: Nil if it does not exist.
    ///   - bulk: Knows the guids of notes that cannot be read yet.
    mutating func match(
        _ given: ImportNote,
        in deck: DeckID?,
        _ bulk: BulkWriter,
        with writer: borrowing Writer
    ) throws -> Match {
        switch given.identity {
        case .key(let key):
            guard let deck else { return .new }
            let scope = Scope(deck: deck, type: given.type)
            if byKey[scope] == nil {
                let notes = try writer.notes(of: scope.type, at: scope.deck, withBin: true)
                byKey[scope] = Keys(notes)
                for note in notes { read[note.id] = note }
            }
            return byKey[scope]?.note(for: key).map { .existing($0) } ?? .new
        case .guid(let guid):
            return try bulk.contains(guid, with: writer) ? .existing(nil) : .new
        case .text(let field, let isInDeck):
            let text = given.values[field]?.text.trimmed ?? ""
            guard !text.isEmpty, deck != nil || !isInDeck else { return .new }
            let index = try index(
                of: Field(type: given.type, field: field, deck: isInDeck ? deck : nil),
                with: writer
            )
            return byText[index][text].map { .existing($0) } ?? .newWithText(text, field: index)
        case .none:
            return .new
        }
    }

    private mutating func index(of field: Field, with writer: borrowing Writer) throws -> Int {
        if let lastField, lastField.field == field { return lastField.index }
        let index = fields[field] ?? byText.count
        if index == byText.count {
            var notes = try writer.notes(of: field.type, byTextOf: field.field, in: field.deck)
            notes.reserveCapacity(notes.count + capacity)
            byText.append(notes)
            fields[field] = index
        }
        lastField = (field, index)
        return index
    }

    /// Remembers a note that is added, because the file may have it twice.
    mutating func add(_ note: NoteID, for match: Match) {
        if case .newWithText(let text, let field) = match { byText[field][text] = note }
    }

    /// Reads an existing note.
    mutating func note(_ id: NoteID, with writer: borrowing Writer) throws -> Note? {
        // What was read before is used once: the note may be written then.
        try read.removeValue(forKey: id) ?? writer.note(id)
    }
}

/// The notes of a deck by their keys in the file it came from.
private struct Keys {
    private var byKey: [String: NoteID] = [:]
    private var byText: [String: NoteID] = [:]

    /// - Parameter notes: Those in the bin last, so that they are restored only if no other note has their key.
    init(_ notes: [Note]) { for note in notes { add(note) } }

    private mutating func add(_ note: Note) {
        if let key = note.key {
            byKey[key] = byKey[key] ?? note.id
        } else if !note.prompt.isEmpty {
            for value in note.values.values where !value.text.trimmed.isEmpty {
                byText[value.text.trimmed] = byText[value.text.trimmed] ?? note.id
            }
        }
    }

    /// The note of a key, or one written by hand that has the key as a text.
    func note(for key: String) -> NoteID? { byKey[key] ?? byText[key.trimmed] }
}
