internal import Notes
internal import Storage

/// What comes from the thread that reads a file.
enum LoadedPart: Sendable {
    case items([LoadedItem])
    /// No more items come.
    case end
    /// All of the file, as it is kept.
    case packed([UInt8])
}

/// One thing of a file, and what is written of its texts if it is a new note.
struct LoadedItem: Sendable {
    let item: Delivered
    var texts: NoteTexts?

    init(item: Delivered) { self.item = item }

    init(_ item: Delivered, knowing words: inout KnownWords) {
        self.item = item
        guard case .note(let given) = item else { return }
        // Only its texts count; what it is called here is found out later.
        let note = Note(
            id: NoteID(rawValue: 0),
            guid: NoteGUID(rawValue: ""),
            type: given.type,
            deck: DeckID(rawValue: 0),
            values: given.writtenValues,
            made: Moment(milliseconds: 0)
        )
        texts = NoteTexts(note, knowing: &words)
    }
}

extension DeliveredNote {
    /// What a new note holds.
    var writtenValues: [FieldID: FieldValue] { values.filter { !$1.isEmpty } }
}
