package import Notes
internal import Recall
internal import SQLite

/// A note from another program, with its cards and their logs.
package struct ImportedNote: Sendable {
    package let note: Note
    /// Its cards, each with its log.
    package var cards: [(card: ImportedCard, log: [Event])]
    /// Whether its cards that have no row are suspended.
    package var isSuspended = false
    let texts: NoteTexts

    /// - Parameter texts: The columns derived from its texts, if another thread has computed them already.
    package init(
        _ note: Note,
        texts: NoteTexts? = nil,
        cards: [(card: ImportedCard, log: [Event])] = []
    ) {
        self.note = note
        self.texts = texts ?? NoteTexts(of: note.values)
        self.cards = cards
    }

    /// The columns of its table, in the table's order and that of `put`.
    static let columns: [StaticString] = [
        "id", "guid", "note_type", "deck", "word_type", "latitude", "longitude", "made", "changed",
        "binned", "answered", "progress", "fields", "extras", "prompt", "introduced",
        "has_new", "languages", "cards", "is_suspended",
    ]

    /// Binds `columns`; the note is not in the bin.
    func put(id: NoteID?, into row: inout some ColumnSink & ~Copyable) {
        row.bind(id)
        row.bind(note.guid)
        row.bind(note.type)
        row.bind(note.deck)
        row.bind(note.wordType)
        row.bind(note.place?.latitude)
        row.bind(note.place?.longitude)
        row.bind(note.made)
        row.bind(note.changed)
        row.bind(nil as Moment?)
        let answer = answer
        row.bind(answer?.moment ?? Moment(milliseconds: 0))
        row.bind(progress.rawValue)
        row.bind(texts.fields)
        row.bind(nil as String?)
        row.bind(texts.prompt)
        row.bind(cards.count { $0.card.state.stage != .new })
        // Whether it has a new card is not known yet.
        row.bind(2)
        row.bind(texts.languages)
        row.bind(cards.count)
        row.bind(isSuspended)
    }

    /// How far the learner has come with its cards; every imported card is asked.
    var progress: Progress {
        cards.lazy.map { $0.card.marks.isSuspended ? .unseen : $0.card.state.progress }.max()
            ?? .unseen
    }

    /// The latest answer to any of its cards.
    var answer: ImportedCard.Answer? {
        cards.lazy.compactMap(\.card.answer).max { ($0.moment, $0.event) < ($1.moment, $1.event) }
    }
}
