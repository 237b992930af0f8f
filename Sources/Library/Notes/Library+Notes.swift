package import Languages
package import LibraryValues
package import Notes
internal import Storage

extension Library {
    /// How long deleted notes remain in the bin: 30 days, in milliseconds.
    static let binTime: Int64 = 30 * 86_400_000

    /// Saves a draft as a new note, or as a new version of an existing one.
    ///
    /// - Parameters:
    ///   - note: The note that is edited; nil for a new one.
    ///   - seen: The note when the form was opened; what the learner left unchanged keeps its current value.
    ///   - allowsDuplicate: Whether another note may have the same question, if this one did not have it before.
    ///   - order: The new order of the deck's languages in forms; nil keeps the current one.
    package func save(
        _ draft: NoteDraft,
        as note: NoteID? = nil,
        seen: NoteSnapshot? = nil,
        allowsDuplicate: Bool = false,
        order: [LanguageTag]? = nil,
        by browser: BrowserNumber?
    ) throws(LibraryError) -> NoteSaveResult {
        var refused: NoteForm?
        var saved = note
        let change = try change(by: browser) { writer, recorder, moment in
            let old = try note.flatMap { try writer.note($0) }
            if note != nil, old == nil || old?.binned != nil {
                throw LibraryError.refused("This card was deleted. It may be in the bin.")
            }
            var draft = draft.trimmed
            if let old, let seen { draft = draft.following(old, since: seen) }
            refused = try refusal(
                of: draft,
                over: old,
                seen: seen,
                allowsDuplicate: allowsDuplicate,
                at: moment,
                with: writer
            )
            guard refused == nil else { return "" }
            let new = self.note(draft, over: old, at: moment)
            saved = new.id
            if let order {
                try Self.setLanguageOrder(order, of: new.deck, &recorder, at: moment, with: writer)
            }
            if let old, old == new {
                return "Changed the language order of \(try new.quoted(with: writer))"
            }
            try recorder.put(new, with: writer)
            let quoted = try new.quoted(with: writer)
            return old == nil ? "Added \(quoted)" : "Changed \(quoted)"
        }
        if let refused { return .refused(refused) }
        guard let saved else { preconditionFailure("A saved note has no id") }
        return .saved(change, saved)
    }

    /// Languages that only the deck's previous order contains follow the new ones.
    private static func setLanguageOrder(
        _ order: [LanguageTag],
        of deck: DeckID,
        _ recorder: inout ChangeRecorder,
        at moment: Moment,
        with writer: borrowing Writer
    ) throws {
        try recorder.edit(deck, at: moment, with: writer) { deck in
            let known = Set(order)
            let rest = (deck.settings.languageOrder ?? []).filter { !known.contains($0) }
            let whole = (order + rest).prefix(StringCatalog.Limits.localizations)
            deck.settings.languageOrder = Array(whole)
        }
    }

    /// Moves notes to the bin; nil where none of them exists outside it.
    package func delete(
        _ notes: [NoteID],
        by browser: BrowserNumber?
    ) throws(LibraryError) -> Change? {
        try act(.delete, on: .notes(notes), by: browser)
    }

    /// Restores notes from the bin, with their decks; nil where none of them was there.
    package func restore(
        _ notes: [NoteID],
        by browser: BrowserNumber?
    ) throws(LibraryError) -> Change? {
        try change(by: browser) { writer, recorder, moment in
            let found = try Set(notes).sorted().compactMap { try writer.note($0) }
                .filter { $0.binned != nil }
            for note in found {
                try Self.restoreDeck(of: note, with: writer, recorder: &recorder, at: moment)
                try recorder.unbin(note, with: writer)
            }
            return "Restored \(try found.quoted(with: writer))"
        }
    }

    /// Restores all notes from the bin, with their decks; nil where it is empty.
    package func restoreAll(by browser: BrowserNumber?) throws(LibraryError) -> Change? {
        let notes = try read { try $0.binnedNotes(after: nil, limit: .max) }
        return try restore(notes, by: browser)
    }

    /// Restores a note's deck, or moves the note to the deck that has the name now.
    static func restoreDeck(
        of note: Note,
        with writer: borrowing Writer,
        recorder: inout ChangeRecorder,
        at moment: Moment
    ) throws {
        guard let deck = try writer.storedDeck(note.deck), deck.binned != nil else { return }
        let namesake = try writer.decks().first { $0.name.key == DeckName(deck.name)?.key }
        if let namesake {
            try recorder.move([note.id], from: deck.id, to: namesake.id, with: writer)
        } else {
            try recorder.edit(deck.id, at: moment, with: writer) { $0.binned = nil }
        }
    }

    /// Whether another note has the question that a draft gives to a note.
    package func hasDuplicate(
        _ draft: NoteDraft,
        note: NoteID?
    ) throws(LibraryError) -> Bool {
        try read { reader in
            let old = try note.flatMap { try reader.note($0) }
            let new = self.note(draft.trimmed, over: old, at: now())
            return try Self.duplicate(of: new, over: old, with: reader) != nil
        }
    }

    /// The form that shows why a draft cannot be saved; nil if it can.
    private func refusal(
        of draft: NoteDraft,
        over note: Note?,
        seen: NoteSnapshot?,
        allowsDuplicate: Bool,
        at moment: Moment,
        with writer: borrowing Writer
    ) throws -> NoteForm? {
        guard var form = try Self.form(of: draft, note: note?.id, seen: seen, with: writer) else {
            throw LibraryError.refused("There is no deck to add the card to. Create one first.")
        }
        let filled = form.languages.filter { draft.values[.language($0)]?.text.isEmpty == false }
        // A deck that asks Chinese also asks Chinese in simplified characters.
        let languages = (form.askedLanguages ?? []).map { $0.match(among: filled) ?? $0 }
        let asked = Set(
            languages.filter(form.languages.contains).map { FieldID.language($0) }
        )
        form.flaws = form.type.flaws(
            of: draft,
            asked: asked,
            wasUnasked: note.map { note in asked.allSatisfy { note.text(of: $0).isEmpty } } ?? false
        )
        if form.draft.deck != draft.deck {
            form.problem = "The deck was deleted. Choose another."
        } else if let note, let seen, note.changed != seen.changed {
            form.seen = NoteSnapshot(note)
            form.problem =
                "This card was changed elsewhere in the meantime. Save again to overwrite that change."
        } else if form.flaws.isEmpty, !allowsDuplicate {
            let new = self.note(draft, over: note, at: moment)
            form.duplicate = try Self.duplicate(of: new, over: note, with: writer)
        }
        let isFine = form.flaws.isEmpty && form.problem == nil && form.duplicate == nil
        return isFine ? nil : form
    }

    /// Another note with the question of one; nil unless the learner wrote it now, because only then it is worth a warning.
    private static func duplicate(
        of new: Note,
        over old: Note?,
        with reader: borrowing some Reading & ~Copyable
    ) throws -> NoteID? {
        guard old.map({ $0.promptKey != new.promptKey }) ?? true else { return nil }
        return try reader.duplicate(of: new)
    }

    func note(_ draft: NoteDraft, over old: Note?, at moment: Moment) -> Note {
        let id = old?.id ?? NoteID(at: moment.milliseconds, using: random)
        var note =
            old
            ?? Note(
                id: id,
                guid: NoteGUID(rawValue: id.description),
                type: draft.type,
                deck: draft.deck,
                values: [:],
                made: moment
            )
        let before = note
        note.deck = draft.deck
        note.values = draft.values(over: note.values)
        note.tags = draft.tagNames(known: note.tags).compactMap { TagName($0) }
        note.wordType = draft.wordType
        note.place = draft.place(over: note.place)
        if Set(note.tags.map(\.text)) == Set(before.tags.map(\.text)) { note.tags = before.tags }
        if note != before { note.changed = moment }
        return note
    }
}

extension Note {
    /// The note's question as a person reads it, quoted and short enough for one line.
    func quoted(with reader: borrowing some Reading & ~Copyable) throws -> Phrase {
        "“\(try line(with: reader))”"
    }

    /// The note's question as a person reads it, short enough for one line.
    func line(with reader: borrowing some Reading & ~Copyable) throws -> String {
        try readablePrompt(as: reader.noteType(type))
            .split(whereSeparator: \.isWhitespace).joined(separator: " ").shortened
    }
}

extension String {
    /// Quoted, and short enough for a line of the history.
    var quoted: Phrase { "“\(shortened)”" }

    fileprivate var shortened: String { count > 40 ? "\(prefix(39))…" : self }
}

extension [Note] {
    /// Quotes the question of a single note, counts several.
    func quoted(with reader: borrowing some Reading & ~Copyable) throws -> Phrase {
        count == 1 ? try self[0].quoted(with: reader) : "\(count) cards"
    }
}
