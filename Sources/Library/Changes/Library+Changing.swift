internal import Languages
package import LibraryValues
package import Notes
internal import Storage

extension Library {
    /// How many changes of one browser can be undone.
    package static let undoDepth = 100

    /// Applies a change in one transaction that also records what it replaced; nil where nothing changed.
    ///
    /// - Parameter body: Applies the change and returns its summary.
    func change(
        by browser: BrowserNumber?,
        _ body: (borrowing Writer, inout ChangeRecorder, Moment) throws -> Phrase
    ) throws(LibraryError) -> Change? {
        let moment = now()
        var changesParameters = false
        let change: Change? = try write { writer in
            var recorder = ChangeRecorder()
            let says = try body(writer, &recorder, moment)
            guard !recorder.content.isEmpty else { return nil }
            try refreshStaleNotes(writer, after: recorder.content.replacements)
            changesParameters = try Self.updateMemories(
                writer,
                after: recorder.content.replacements
            )
            if let group = ChangeGroup.current {
                let (id, says) = try group.record(
                    says,
                    recorder.content,
                    by: browser,
                    at: moment,
                    with: writer
                )
                return Change(id: id, says: says, moment: moment, isUndone: false)
            }
            let id = try writer.recordChange(
                says.stored,
                recorder.content,
                by: browser?.rawValue,
                at: moment,
                depth: Self.undoDepth
            )
            return Change(id: id, says: says, moment: moment, isUndone: false)
        }
        if changesParameters { try refreshStaleStates() }
        return change
    }

    /// Refreshes the notes of decks whose questions changed, so that the next deal is right.
    private func refreshStaleNotes(
        _ writer: borrowing Writer,
        after replacements: [UndoStep]
    ) throws {
        let isDeck = replacements.contains { if case .deck = $0 { true } else { false } }
        guard isDeck else { return }
        try Self.refreshStaleNotes(
            writer,
            reading: japanese,
            limit: Self.staleNotesPerChange,
            introduced: 1
        )
    }

    /// Derives memories again to which other parameters apply now: those of moved notes and cards at once.
    ///
    /// - Returns: Whether those of all cards are stale; see `refreshStaleStates`.
    private static func updateMemories(
        _ writer: borrowing Writer,
        after steps: [UndoStep]
    ) throws -> Bool {
        let isOwned = try writer.decks().contains { $0.settings.changesScheduler }
        if steps.contains(where: { $0.changesParameters(whereDecksHaveOwn: isOwned) }) {
            try writer.markStatesStale()
            return true
        }
        let moved = isOwned ? steps.flatMap(\.movedNotes) : []
        if !moved.isEmpty {
            var schedulers = try Schedulers(writer)
            _ = try writer.refreshStates(of: writer.cardNumbers(of: moved), by: &schedulers)
        }
        return false
    }

    package func history(limit: Int = undoDepth) throws(LibraryError) -> [Change] {
        try read { try $0.journal(limit: limit).map(Change.init) }
    }

    /// One change, if it is still in the journal.
    package func change(_ id: ChangeID) throws(LibraryError) -> Change? {
        try read { try $0.journalEntry(id).map { Change($0.entry) } }
    }

    /// The change that a browser would undo next.
    package func latestChange(by browser: BrowserNumber?) throws(LibraryError) -> ChangeID? {
        try read { try $0.latestChange(by: browser?.rawValue) }
    }

    /// The change that a browser would redo next: the one that it undid last, if it has changed nothing since.
    package func latestUndone(by browser: BrowserNumber?) throws(LibraryError) -> ChangeID? {
        try read { try $0.latestUndone(by: browser?.rawValue) }
    }

    /// Undoes a change: everything it touched becomes what it was before.
    ///
    /// Refused if a later change touched the same things, so that nothing newer is ever lost.
    package func undo(_ id: ChangeID, timeZoneOffset minutes: Int = 0) throws(LibraryError)
        -> Change
    {
        try turn(id, isUndoing: true, timeZoneOffset: minutes)
    }

    package func redo(_ id: ChangeID, timeZoneOffset minutes: Int = 0) throws(LibraryError)
        -> Change
    {
        try turn(id, isUndoing: false, timeZoneOffset: minutes)
    }

    private func turn(
        _ id: ChangeID,
        isUndoing: Bool,
        timeZoneOffset minutes: Int
    ) throws(LibraryError) -> Change {
        let moment = now()
        var changesParameters = false
        let change = try write { writer in
            guard let (entry, stored) = try writer.journalEntry(id) else {
                throw LibraryError.refused("This change is too old to undo.")
            }
            guard (entry.undone == nil) == isUndoing else {
                throw LibraryError.refused(
                    isUndoing ? "This change has already been undone." : "Nothing to change."
                )
            }
            var content = stored
            do {
                if isUndoing {
                    content.replacements = try content.replacements.map {
                        try writer.completed($0)
                    }
                }
                let parts = content.replacements
                for part in isUndoing ? parts.reversed().map(\.reversed) : parts {
                    try writer.replace(part)
                }
                content.events = try turn(
                    content.events,
                    isUndoing: isUndoing,
                    with: writer,
                    at: (moment, minutes)
                )
            } catch let error as ConflictError {
                throw LibraryError.refused(error.words(isUndoing: isUndoing))
            }
            try refreshStaleNotes(writer, after: content.replacements)
            changesParameters = try Self.updateMemories(writer, after: content.replacements)
            if !isUndoing {
                content.replacements = content.replacements.map(\.shortened)
            }
            let undone = isUndoing ? moment : nil
            try writer.setJournal(id, undone: undone, content: content)
            return Change(
                id: id,
                says: Phrase(stored: entry.summary),
                moment: entry.moment,
                isUndone: isUndoing
            )
        }
        if changesParameters { try refreshStaleStates() }
        return change
    }
}

extension UndoStep {
    /// Whether other parameters may apply to some cards after this step.
    ///
    /// - Parameter isOwned: Whether some decks have a scheduler of their own, so that it matters in which deck a card is.
    fileprivate func changesParameters(whereDecksHaveOwn isOwned: Bool) -> Bool {
        switch self {
        case .parameters: true
        case .deck(let before, let after):
            before?.settings.parameters != after?.settings.parameters
                || before?.settings.retention != after?.settings.retention
                || isOwned && before?.name != after?.name
                // Others do not inherit from a deck in the bin.
                || (before?.binned == nil) != (after?.binned == nil)
                    && (before ?? after)?.settings.changesScheduler == true
        case .imported, .importTakenBack: isOwned
        default: false
        }
    }

    /// Notes that are in another deck after this step, or have cards that are.
    fileprivate var movedNotes: [NoteID] {
        switch self {
        case .home(let notes, _, _): notes
        case .note(let before, let after?): before?.deck != after.deck ? [after.id] : []
        case .card(let card, let before, let after):
            before?.deck != after?.deck ? [card.note] : []
        case .cards(let cards, let before, let after):
            before?.deck != after?.deck ? cards.map(\.note) : []
        default: []
        }
    }
}

extension ConflictError {
    fileprivate func words(isUndoing: Bool) -> Phrase {
        let cannot: Phrase = isUndoing ? "This can’t be undone" : "This can’t be redone"
        return switch self {
        case .changed: "\(cannot): it was changed again later."
        case .hasDependents: "\(cannot): it’s in use now. Delete it instead."
        case .nameTaken: "\(cannot): another deck now has this name. Rename that deck first."
        case .deckGone: "\(cannot): its deck was deleted later. Undo that first."
        case .typeGone: "\(cannot): its card type no longer exists."
        case .importGone: "\(cannot). Import the file, or get the edition, again."
        }
    }
}
