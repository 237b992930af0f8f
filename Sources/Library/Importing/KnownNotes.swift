internal import Languages
internal import Notes
internal import Storage

/// Finds the notes that are there already, as a file knows them again.
struct KnownNotes {
    private var byKey: [Place: Keys] = [:]
    private var byText: [[String: NoteID]] = []
    /// Where in `byText` the notes are that are known in one way, and in which way one was asked for last.
    private var ways: [Text: Int] = [:]
    private var lastWay: (text: Text, number: Int)?
    /// Those that were read already, until they are asked for.
    private var read: [NoteID: Note] = [:]
    /// Those that are not written yet.
    private var pendingGUIDs: [NoteGUID: NoteID] = [:]
    private let capacity: Int

    /// Knows none yet.
    ///
    /// - Parameter count: How many notes the file may bring.
    init(expecting count: Int) { capacity = BulkWriter.capacity(expecting: count) }

    /// What a note that is added is known by from then on.
    enum Mark {
        case guid(NoteGUID)
        case text(String, way: Int)
        case none
    }

    private struct Place: Hashable {
        var deck: DeckID
        var type: NoteTypeID
    }

    private struct Text: Hashable {
        var type: NoteTypeID
        var field: FieldID
        /// Nil for the whole library.
        var deck: DeckID?
    }

    /// The note, whether it lies in the bin or not; and what it is to be known by where it is not there.
    mutating func note(
        for given: ImportNote,
        in deck: Deck,
        with writer: borrowing Writer
    ) throws -> (id: NoteID?, mark: Mark) {
        switch given.name {
        case .key(let key):
            let place = Place(deck: deck.id, type: given.type)
            if byKey[place] == nil {
                let notes = try writer.notes(of: place.type, at: place.deck, withBin: true)
                byKey[place] = Keys(notes)
                for note in notes { read[note.id] = note }
            }
            return (byKey[place]?.note(for: key), .none)
        case .guid(let guid):
            return (try pendingGUIDs[guid] ?? writer.note(guid: guid), .guid(guid))
        case .text(let field, let isInDeck):
            let text = given.values[field]?.text.trimmed ?? ""
            guard !text.isEmpty else { return (nil, .none) }
            let way = try way(
                Text(type: given.type, field: field, deck: isInDeck ? deck.id : nil),
                with: writer
            )
            return (byText[way][text], .text(text, way: way))
        case .none:
            return (nil, .none)
        }
    }

    private mutating func way(_ text: Text, with writer: borrowing Writer) throws -> Int {
        if let lastWay, lastWay.text == text { return lastWay.number }
        let number = ways[text] ?? byText.count
        if number == byText.count {
            var notes = try writer.notes(of: text.type, byTextOf: text.field, in: text.deck)
            notes.reserveCapacity(notes.count + capacity)
            byText.append(notes)
            ways[text] = number
        }
        lastWay = (text, number)
        return number
    }

    /// What is written of a note.
    mutating func note(_ id: NoteID, with writer: borrowing Writer) throws -> Note? {
        // Once only: it may be written over then.
        try read.removeValue(forKey: id) ?? writer.note(id)
    }

    /// Remembers one that is added, for the case that the file has it twice.
    mutating func add(_ note: NoteID, by mark: Mark) {
        switch mark {
        case .guid(let guid): pendingGUIDs[guid] = note
        case .text(let text, let way): byText[way][text] = note
        case .none: break
        }
    }
}

/// The notes of a deck, as its file knows them.
private struct Keys {
    private var byKey: [String: NoteID] = [:]
    private var byText: [String: NoteID] = [:]

    /// One that lies in the bin comes back, unless another has taken its place: those come last.
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

    /// The note of that key, or one that was written by hand and has the key for a text.
    func note(for key: String) -> NoteID? { byKey[key] ?? byText[key.trimmed] }
}
