internal import Languages
internal import Notes
internal import Storage

/// Finds what a delivery would change in its deck.
struct Import {
    /// The deck, where it is there already.
    let deck: Deck?
    private(set) var report: ImportReport
    /// Notes to be added, in the order of the file.
    private(set) var added: [DeliveredNote] = []
    /// Notes that are there, as they are to be.
    private(set) var updated: [Note] = []

    init(
        _ delivery: Delivery,
        into name: DeckName,
        _ reader: borrowing some Reading & ~Copyable
    ) throws {
        deck = try reader.decks().first { $0.name.key == name.key }
        guard delivery.earlier == deck?.settings.file?.id else {
            throw LibraryError.refused(
                "Something else was imported into the deck meanwhile. Try again."
            )
        }
        report = ImportReport(
            deck: deck?.name ?? name,
            isNewDeck: deck == nil,
            leftOut: delivery.leftOut
        )
        let known = try Self.known(in: deck?.id, of: delivery.type, reader)
        for given in delivery.notes {
            guard let old = known.note(for: given) else {
                added.append(given)
                continue
            }
            let new = merged(given, into: old)
            if new == old { report.same += 1 } else { updated.append(new) }
        }
        report.added = added.count
        report.updated = updated.count
    }

    private static func known(
        in deck: DeckID?,
        of type: NoteTypeID,
        _ reader: borrowing some Reading & ~Copyable
    ) throws -> KnownNotes {
        var known = KnownNotes()
        guard let deck else { return known }
        // One that lies in the bin comes back, unless another has taken its place.
        for inBin in [false, true] {
            for id in try reader.notes(at: deck, inBin: inBin) {
                guard let note = try reader.note(id), note.type == type else { continue }
                known.add(note)
            }
        }
        return known
    }

    /// What the file changed since it came last goes into the note, unless the learner changed the same.
    private mutating func merged(_ given: DeliveredNote, into old: Note) -> Note {
        var note = old
        note.binned = nil
        let fields = Set(given.values.keys).union((given.earlier ?? [:]).keys)
        for field in fields {
            let (new, before) = (given.values[field], given.earlier?[field])
            guard !Self.isSame(new, note.values[field]) else { continue }
            if given.earlier != nil {
                // The file says what it said before: what differs is the learner's.
                if Self.isSame(new, before) { continue }
                guard Self.isSame(note.values[field], before) else {
                    report.kept += 1
                    continue
                }
            }
            guard var value = new else {
                note.values[field] = nil
                continue
            }
            value.pronunciation = value.pronunciation ?? note.values[field]?.pronunciation
            note.values[field] = value
        }
        note.wordType = note.wordType ?? given.wordType
        let tags = Set(note.tags.map(\.key))
        note.tags += given.tags.filter { !tags.contains($0.key) }
        return note
    }

    /// Whether two values read the same; a form trims what it saves.
    private static func isSame(_ one: FieldValue?, _ other: FieldValue?) -> Bool {
        one?.text.trimmed == other?.text.trimmed && one?.state == other?.state
    }
}

/// The notes of a deck, as a file knows them again.
private struct KnownNotes {
    private var byKey: [String: Note] = [:]
    private var byText: [String: Note] = [:]

    mutating func add(_ note: Note) {
        if let key = note.key {
            byKey[key] = byKey[key] ?? note
        } else if !note.prompt.isEmpty {
            for value in note.values.values where !value.text.trimmed.isEmpty {
                byText[value.text.trimmed] = byText[value.text.trimmed] ?? note
            }
        }
    }

    /// The note of that key, or one that was written by hand and has the key for a text.
    func note(for given: DeliveredNote) -> Note? { byKey[given.key] ?? byText[given.key.trimmed] }
}
