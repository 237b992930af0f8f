public import Notes

/// A note that comes from another program, with its cards and their logs, whole when it is written.
public struct WholeNote: Sendable {
    /// The note.
    public let note: Note
    /// Its cards, each with its log.
    public var cards: [(card: ImportedCard, log: [Event])]
    /// Whether its cards that have no row are suspended.
    public var isSuspended = false
    /// What is written of its texts, made by the thread that makes the note.
    let texts: (fields: String, prompt: String, languages: String)

    /// Puts it together.
    public init(_ note: Note, cards: [(card: ImportedCard, log: [Event])] = []) {
        self.note = note
        self.cards = cards
        texts = (StoredFields.text(of: note.values), note.promptKey, note.languagesKey)
    }

    /// The latest answer to any of its cards.
    var answer: ImportedCard.Answer? {
        cards.lazy.compactMap(\.card.answer).max { ($0.moment, $0.event) < ($1.moment, $1.event) }
    }
}
