internal import Languages
package import LibraryValues
package import Notes
internal import Storage

extension Library {
    /// How many changes of one browser can be taken back.
    package static let undoDepth = 100

    /// Makes a change as one transaction that also writes what it replaced; nil where nothing was different before.
    ///
    /// - Parameter body: Makes the change and says in words what it was.
    func change(
        by browser: BrowserNumber?,
        _ body: (borrowing Writer, inout ChangeRecorder, Moment) throws -> Phrase
    ) throws(LibraryError) -> Change? {
        let moment = now()
        return try translatingErrors {
            try database.write { writer in
                var recorder = ChangeRecorder()
                let says = try body(writer, &recorder, moment)
                guard !recorder.content.isEmpty else { return nil }
                try settle(writer, after: recorder.content.replacements)
                let id = try writer.recordChange(
                    says.stored,
                    recorder.content,
                    by: browser?.rawValue,
                    at: moment,
                    depth: Self.undoDepth
                )
                return Change(id: id, says: says, moment: moment, isUndone: false)
            }
        }
    }

    /// A deck that asks otherwise deals so at once.
    private func settle(
        _ writer: borrowing Writer,
        after replacements: [UndoStep]
    ) throws {
        let isDeck = replacements.contains { if case .deck = $0 { true } else { false } }
        guard isDeck else { return }
        try Self.settle(
            writer,
            reading: japanese,
            limit: Self.settledAtOnce,
            introduced: 1
        )
    }

    /// The latest changes, newest first.
    package func history(limit: Int = undoDepth) throws(LibraryError) -> [Change] {
        try translatingErrors {
            try database.read { try $0.journal(limit: limit).map(Change.init) }
        }
    }

    /// One change, if the journal still knows of it.
    package func change(_ id: ChangeID) throws(LibraryError) -> Change? {
        try translatingErrors {
            try database.read { try $0.journalEntry(id).map { Change($0.entry) } }
        }
    }

    /// The change that a browser would take back next.
    package func latestChange(by browser: BrowserNumber?) throws(LibraryError) -> ChangeID? {
        try translatingErrors {
            try database.read { try $0.latestChange(by: browser?.rawValue) }
        }
    }

    /// The change that a browser would make again next: the one it took back last, if it has changed nothing since.
    package func latestUndone(by browser: BrowserNumber?) throws(LibraryError) -> ChangeID? {
        try translatingErrors {
            try database.read { try $0.latestUndone(by: browser?.rawValue) }
        }
    }

    /// Takes a change back: everything it touched is as it found it.
    ///
    /// Refused where something later touched the same, so that nothing newer is ever lost.
    package func undo(_ id: ChangeID, timeZoneOffset minutes: Int = 0) throws(LibraryError)
        -> Change
    {
        try turn(id, isUndoing: true, timeZoneOffset: minutes)
    }

    /// Makes a change again that was taken back.
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
        return try translatingErrors {
            try database.write { writer in
                guard let (entry, stored) = try writer.journalEntry(id) else {
                    throw LibraryError.refused("That was too long ago to be taken back.")
                }
                guard (entry.undone == nil) == isUndoing else {
                    throw LibraryError.refused(
                        isUndoing ? "That is taken back already." : "That holds already."
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
                try settle(writer, after: content.replacements)
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
        }
    }
}

extension ConflictError {
    /// One plain line for the learner.
    fileprivate func words(isUndoing: Bool) -> Phrase {
        let cannot: Phrase = isUndoing ? "That cannot be undone" : "That cannot be done again"
        return switch self {
        case .changed: "\(cannot): something of it was changed since."
        case .hasDependents: "\(cannot): it is in use since. Delete it instead."
        case .nameTaken: "\(cannot): another deck has the name now."
        case .deckGone: "\(cannot): its deck was deleted since. Undo that first."
        case .importGone: "\(cannot): import the file again."
        }
    }
}
