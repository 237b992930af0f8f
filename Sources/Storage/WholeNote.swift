package import Notes
internal import Recall
internal import SQLite

/// A note that comes from another program, with its cards and their logs, whole when it is written.
package struct WholeNote: Sendable {
    /// The note.
    package let note: Note
    /// Its cards, each with its log.
    package var cards: [(card: ImportedCard, log: [Event])]
    /// Whether its cards that have no row are suspended.
    package var isSuspended = false
    /// What is written of its texts, made by the thread that makes the note.
    let texts: NoteTexts

    /// Puts it together.
    ///
    /// - Parameter texts: What is written of its texts, where that was made before.
    package init(
        _ note: Note,
        texts: NoteTexts? = nil,
        cards: [(card: ImportedCard, log: [Event])] = []
    ) {
        self.note = note
        self.texts = texts ?? NoteTexts(of: note.values)
        self.cards = cards
    }

    /// Writes the columns of the table in its own order; it is not in the bin.
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
        row.bind(answer?.grade.isRemembered ?? false)
        row.bind(texts.fields)
        row.bind(nil as String?)
        row.bind(texts.prompt)
        row.bind(cards.count { $0.card.state.stage != .new })
        // Whether it has a new card: nobody has looked yet.
        row.bind(2)
        row.bind(texts.languages)
        row.bind(cards.count)
        row.bind(isSuspended)
    }

    /// The latest answer to any of its cards.
    var answer: ImportedCard.Answer? {
        cards.lazy.compactMap(\.card.answer).max { ($0.moment, $0.event) < ($1.moment, $1.event) }
    }
}
