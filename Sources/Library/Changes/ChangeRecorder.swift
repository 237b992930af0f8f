internal import Notes
internal import Storage

/// Records what a change replaces.
///
/// A change writes only through this, so that an undo misses nothing.
struct ChangeRecorder {
    private(set) var content = ChangeContent()

    /// Inserts a note, or replaces the one with its id.
    mutating func put(_ note: Note, with writer: borrowing Writer) throws {
        let before = try writer.note(note.id).map(StoredNote.init)
        try replace(.note(before: before, after: StoredNote(note)), with: writer)
    }

    /// Inserts new notes that were all created at one moment.
    mutating func add(_ notes: [Note], at moment: Moment, with writer: borrowing Writer) throws {
        guard !notes.isEmpty else { return }
        for note in notes { try writer.insert(note) }
        added(notes.map(\.id), at: moment)
    }

    /// Records new notes that were all created at one moment and are stored already.
    mutating func added(_ notes: [NoteID], at moment: Moment) {
        if !notes.isEmpty { content.replacements.append(.added(notes, at: moment)) }
    }

    /// Inserts a deck, or replaces the one with its id.
    mutating func put(_ deck: StoredDeck, with writer: borrowing Writer) throws {
        try replace(.deck(before: try writer.storedDeck(deck.id), after: deck), with: writer)
    }

    /// Changes a deck; records nothing where there is none, or nothing differs.
    mutating func edit(
        _ deck: DeckID,
        at moment: Moment,
        with writer: borrowing Writer,
        _ edit: (inout StoredDeck) throws -> Void
    ) throws {
        guard let before = try writer.storedDeck(deck) else { return }
        var after = before
        try edit(&after)
        guard after != before else { return }
        after.changed = moment
        try replace(.deck(before: before, after: after), with: writer)
    }

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

    mutating func mark(
        _ cards: [CardID],
        with writer: borrowing Writer,
        _ change: (inout CardMarks) -> Void
    ) throws {
        try mark(cards.map { ($0, try writer.marks(of: $0)) }, with: writer, change)
    }

    /// Changes the marks of cards whose current marks are known; nil where a card has no row.
    mutating func mark(
        _ cards: [(card: CardID, marks: CardMarks?)],
        with writer: borrowing Writer,
        _ change: (inout CardMarks) -> Void
    ) throws {
        var groups: [CardMarks?: [CardID]] = [:]
        for (card, marks) in cards { groups[marks, default: []].append(card) }
        // Sorted, so that equal changes have equal journal entries.
        for (before, cards) in groups.sorted(by: { $0.value[0].note < $1.value[0].note }) {
            var after = before ?? CardMarks()
            change(&after)
            guard after != before ?? CardMarks() else { continue }
            try replace(.cards(cards, before: before, after: after), with: writer)
        }
    }

    /// Suspends or unsuspends those of the notes that are not so yet, with all cards that have no row.
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

    /// Adds a tag to notes that lack it, or removes it from notes that have it in this spelling.
    mutating func tag(
        _ notes: [NoteID],
        _ tag: String,
        isThere: Bool,
        with writer: borrowing Writer
    ) throws {
        guard !notes.isEmpty else { return }
        try replace(.tag(tag, notes, before: !isThere, after: isThere), with: writer)
    }

    /// Moves notes that are not in the bin there.
    mutating func bin(_ notes: [NoteID], at moment: Moment, with writer: borrowing Writer) throws {
        guard !notes.isEmpty else { return }
        try replace(.bin(notes, before: nil, after: moment), with: writer)
    }

    mutating func unbin(_ note: Note, with writer: borrowing Writer) throws {
        try replace(.bin([note.id], before: note.binned, after: nil), with: writer)
    }

    mutating func move(
        _ notes: [NoteID],
        from deck: DeckID,
        to other: DeckID,
        with writer: borrowing Writer
    ) throws {
        guard !notes.isEmpty else { return }
        try replace(.home(notes, before: deck, after: other), with: writer)
    }

    /// Records imported notes, cards and logs that are stored already.
    mutating func imported(_ rows: ImportedRows) {
        if !rows.isEmpty { content.replacements.append(.imported(rows)) }
    }

    /// Records events that were added to the log.
    mutating func appended(_ events: [StoredSetState]) { content.events += events }

    mutating func replace(_ replacement: UndoStep, with writer: borrowing Writer) throws {
        guard replacement != replacement.reversed else { return }
        try writer.replace(replacement)
        content.replacements.append(replacement)
    }
}
