package import Languages
package import Notes

/// What a file brings to a library, handed over one thing after another, so that no file is too large.
///
/// It is handed over anew each time that it is wanted: to see what it would do, and to do it.
package struct Delivery: Sendable {
    /// Takes one thing.
    package typealias Hand = (Delivered) throws -> Void
    /// Hands over all there is; a file that turns out to be broken is a `LibraryError.refused`.
    package typealias Source = @Sendable (Hand) throws -> Void

    /// Where notes go that name no deck of their own.
    package var deck: DeckName
    /// What becomes of notes that are there already.
    package var update: UpdateRule
    /// How many notes it has, at most.
    package let count: Int
    /// The file, where it is to be given back as it was one day.
    package var file: DeliveredFile?
    let source: Source

    /// Puts together what is read while it is handed over.
    package init(
        into deck: DeckName,
        count: Int,
        update: UpdateRule = .newer,
        from source: @escaping Source
    ) {
        self.deck = deck
        self.update = update
        self.count = count
        self.source = source
    }

    /// Puts together what was read.
    ///
    /// - Parameter leftOut: What of the file becomes no note, or not all of one, and why: one plain line each.
    package init(
        into deck: DeckName,
        notes: [ImportNote],
        update: UpdateRule = .newer,
        leftOut: [Phrase] = []
    ) {
        self.init(into: deck, count: notes.count, update: update) { hand in
            for note in notes { try hand(.note(note)) }
            for line in leftOut { try hand(.leftOut(line)) }
        }
    }
}

/// What becomes of a note that is there already when a file brings it again.
package enum UpdateRule: String, CaseIterable, Codable, Sendable {
    /// What the file says goes in where it is newer; a file that does not say how old its notes are is.
    case newer
    /// What the file says goes in.
    case always
    /// What is there stays.
    case never
}

/// One thing that a file brings.
package enum Delivered: Sendable {
    /// A type of notes that come after it, known by its id in the file.
    case type(NoteType)
    /// A deck, with what it says for itself.
    case deck(DeckName, DeckSettings)
    /// A note.
    case note(ImportNote)
    /// Says in one plain line what becomes no note, or not all of one, and why.
    case leftOut(Phrase)
}

/// A file that is kept as it is, and what notes were compared with.
package struct DeliveredFile: Sendable {
    /// What is in it; nil where it is the one that is kept.
    package var bytes: [UInt8]?
    /// The languages that it has under other names.
    package var names: [String: String]
    /// The file that the deck came from before, as far as notes were compared with it.
    package var earlier: ImportedFileID?

    /// Puts it together.
    package init(bytes: [UInt8]?, names: [String: String] = [:], earlier: ImportedFileID? = nil) {
        self.bytes = bytes
        self.names = names
        self.earlier = earlier
    }
}
