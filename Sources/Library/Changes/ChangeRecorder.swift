internal import Notes
internal import Storage

/// What a change in the making has replaced so far.
///
/// Whatever a change writes goes through here, so that nothing can be forgotten when it is taken back.
struct ChangeRecorder {
    private(set) var content = ChangeContent()

    /// Adds a note, or writes it over the one of its id.
    mutating func put(_ note: Note, with writer: borrowing Writer) throws {
        let before = try writer.note(note.id).map(StoredNote.init)
        try replace(.note(before: before, after: StoredNote(note)), with: writer)
    }

    /// Adds notes that are new, all at one moment.
    mutating func add(_ notes: [Note], at moment: Moment, with writer: borrowing Writer) throws {
        guard !notes.isEmpty else { return }
        for note in notes { try writer.insert(note) }
        added(notes.map(\.id), at: moment)
    }

    /// Notes that new notes, all of one moment, are there already.
    mutating func added(_ notes: [NoteID], at moment: Moment) {
        if !notes.isEmpty { content.replacements.append(.added(notes, at: moment)) }
    }

    /// Adds a deck, or writes it over the one of its id.
    mutating func put(_ deck: StoredDeck, with writer: borrowing Writer) throws {
        try replace(.deck(before: try writer.storedDeck(deck.id), after: deck), with: writer)
    }

    /// Says something of a card.
    mutating func mark(
        _ card: CardID,
        with writer: borrowing Writer,
        _ change: (inout CardMarks) -> Void
    ) throws {
        let before = try writer.marks(of: card)
        var after = before ?? CardMarks()
        change(&after)
        guard after != before ?? CardMarks() else { return }
        try replace(.card(card, before: before, after: after), with: writer)
    }

    /// Says the same of some cards.
    mutating func mark(
        _ cards: [CardID],
        with writer: borrowing Writer,
        _ change: (inout CardMarks) -> Void
    ) throws {
        try mark(cards.map { ($0, try writer.marks(of: $0)) }, with: writer, change)
    }

    /// Says the same of some cards of which that was said before; nil where they have no row.
    mutating func mark(
        _ cards: [(card: CardID, marks: CardMarks?)],
        with writer: borrowing Writer,
        _ change: (inout CardMarks) -> Void
    ) throws {
        var groups: [CardMarks?: [CardID]] = [:]
        for (card, marks) in cards { groups[marks, default: []].append(card) }
        // In a steady order: the journal of the same change is the same text.
        for (before, cards) in groups.sorted(by: { $0.value[0].note < $1.value[0].note }) {
            var after = before ?? CardMarks()
            change(&after)
            guard after != before ?? CardMarks() else { continue }
            try replace(.cards(cards, before: before, after: after), with: writer)
        }
    }

    /// Suspends what is not known yet of notes of which that is not so, or lets it be asked again.
    mutating func suspend(
        _ notes: [NoteID],
        _ isSuspended: Bool,
        with writer: borrowing Writer
    ) throws {
        let others = try writer.notes(notes, thatAreSuspended: !isSuspended)
        guard !others.isEmpty else { return }
        try replace(
            .suspension(others, before: !isSuspended, after: isSuspended),
            with: writer
        )
    }

    /// Gives a tag to notes that lack it, or takes it from notes that spell it so.
    mutating func tag(
        _ notes: [NoteID],
        _ tag: String,
        isThere: Bool,
        with writer: borrowing Writer
    ) throws {
        guard !notes.isEmpty else { return }
        try replace(.tag(tag, notes, before: !isThere, after: isThere), with: writer)
    }

    /// Puts notes that lie elsewhere into the bin.
    mutating func bin(_ notes: [NoteID], at moment: Moment, with writer: borrowing Writer) throws {
        guard !notes.isEmpty else { return }
        try replace(.bin(notes, before: nil, after: moment), with: writer)
    }

    /// Brings a note back from the bin.
    mutating func unbin(_ note: Note, with writer: borrowing Writer) throws {
        try replace(.bin([note.id], before: note.binned, after: nil), with: writer)
    }

    /// Brings notes to another deck.
    mutating func move(
        _ notes: [NoteID],
        from deck: DeckID,
        to other: DeckID,
        with writer: borrowing Writer
    ) throws {
        guard !notes.isEmpty else { return }
        try replace(.home(notes, before: deck, after: other), with: writer)
    }

    /// Notes that an import brought notes with their cards and logs, which are there already.
    mutating func imported(_ rows: ImportedRows) {
        if !rows.isEmpty { content.replacements.append(.imported(rows)) }
    }

    /// Notes that events were added to the log.
    mutating func appended(_ events: [StoredSetState]) { content.events += events }

    /// Puts one thing where another was.
    mutating func replace(_ replacement: UndoStep, with writer: borrowing Writer) throws {
        guard replacement != replacement.reversed else { return }
        try writer.replace(replacement)
        content.replacements.append(replacement)
    }
}
