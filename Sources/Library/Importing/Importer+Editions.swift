internal import LibraryValues
internal import Notes
internal import Storage

// Editions of a class's deck.
extension Importer {
    /// A note of the edition before, in the terms of the library.
    private func base(_ guid: NoteGUID, in edition: ImportEdition) -> ImportNote? {
        guard var note = edition.notes[guid].flatMap(preparer.types.translated) else { return nil }
        note.rename(renamedMediaBefore)
        return note
    }

    /// The type that most notes of a type in the edition before have in the deck of the class, or else elsewhere in the library;
    /// nil if none of them is left.
    ///
    /// Some may have reached the library in another way and have a type of the learner's, or were given another type.
    func libraryType(
        of base: NoteType,
        in edition: ImportEdition,
        with writer: borrowing Writer
    ) throws -> NoteTypeID? {
        let targetDecks = decks.targetDecks
        var counts: [NoteTypeID: (here: Int, all: Int)] = [:]
        for (guid, note) in edition.notes where note.type == base.id {
            guard let own = try writer.typeAndDeck(ofNoteWith: guid) else { continue }
            counts[own.type, default: (0, 0)].all += 1
            if targetDecks.contains(own.deck) { counts[own.type]?.here += 1 }
        }
        return counts.max { one, other in
            (one.value.here, one.value.all, other.key.rawValue)
                < (other.value.here, other.value.all, one.key.rawValue)
        }?.key
    }

    /// The learner's note with the names that its pictures and sounds have in editions.
    private func comparable(_ note: Note) -> Note {
        var note = note
        note.values.renameMedia(renamedMediaHere)
        return note
    }

    mutating func merge(
        _ given: ImportNote,
        of edition: ImportEdition,
        into old: Note,
        _ recorder: inout ChangeRecorder,
        with writer: borrowing Writer
    ) throws {
        let base = base(old.guid, in: edition)
        let old = comparable(old)
        // A note that the learner deleted, or gave another type, is the learner's.
        var mine = old
        if let base, base.type == old.type, EditionMerge.isUnchanged(old, since: base) {
            mine.type = given.type
        }
        guard base == nil || old.binned == nil, mine.type == given.type else {
            report.leftAlone += 1
            return
        }
        let merge = EditionMerge(given, since: base, into: mine)
        report.conflicts += merge.conflicts
        var note = merge.note
        if belongsElsewhere(old, given, since: base) {
            note.deck = try deck(given.deck, &recorder, with: writer).id
        }
        guard note != old else {
            report.same += 1
            return
        }
        try quota.use(given.size)
        note.changed = given.changed.map { max($0, old.changed) } ?? moment
        try recorder.put(note, with: writer)
        report.updated += 1
    }

    /// Whether a note goes into the deck that the edition has it in: the teacher moved it there, or it reached the library in
    /// another way and the learner never changed it.
    private func belongsElsewhere(
        _ old: Note,
        _ given: ImportNote,
        since base: ImportNote?
    ) -> Bool {
        guard decks.contains(old.deck) else { return true }
        guard let base else {
            return EditionMerge.wasLeftAlone(old) && !decks.isOfAnotherClass(old.deck)
        }
        return base.deck?.key != given.deck?.key && decks.existing(base.deck) == old.deck
    }

    /// Moves notes to the bin that the edition before had, unless the learner changed them or keeps them elsewhere.
    mutating func removeNotes(
        missingFrom edition: ImportEdition,
        _ recorder: inout ChangeRecorder,
        with writer: borrowing Writer
    ) throws {
        let targetDecks = decks.targetDecks
        var removed: [NoteID] = []
        for guid in edition.notes.keys where !seen.contains(guid) {
            guard let base = base(guid, in: edition), let id = try writer.note(guid: guid),
                let note = try writer.note(id), note.binned == nil
            else { continue }
            if targetDecks.contains(note.deck),
                EditionMerge.isUnchanged(comparable(note), since: base)
            {
                removed.append(id)
            } else {
                report.leftAlone += 1
            }
        }
        try recorder.bin(removed.sorted(), at: moment, with: writer)
        report.removed = removed.count
    }
}
