internal import Languages
package import LibraryValues
package import Notes
internal import Storage

extension Library {
    /// The decks that a new library starts with, each with what adding it would bring now.
    package func starterOffers() throws(LibraryError) -> [StarterOffer] {
        let moment = now()
        return try translatingErrors {
            try database.read { reader in
                try StarterContent.decks(at: moment).map { starter in
                    let merge = try StarterMerge(starter, reader)
                    return StarterOffer(
                        name: starter.deck.name,
                        notes: starter.notes.count,
                        missing: merge.added.count + merge.binned.count,
                        outdated: merge.outdated.count
                    )
                }
            }
        }
    }

    /// Brings what the library lacks of a starter deck; what the learner changed stays as it is.
    package func addStarter(
        named name: DeckName,
        by browser: BrowserNumber?
    ) throws(LibraryError) -> Change? {
        try change(by: browser) { writer, recorder, moment in
            let starters = try StarterContent.decks(at: moment)
            guard let starter = starters.first(where: { $0.deck.name.key == name.key }) else {
                throw LibraryError.refused("There is no such starter deck.")
            }
            let merge = try StarterMerge(starter, writer)
            let home = try Self.home(
                of: starter.deck,
                at: moment,
                with: writer,
                recorder: &recorder
            )
            for note in merge.binned {
                try Self.restoreDeck(of: note, with: writer, recorder: &recorder, at: moment)
                try recorder.unbin(note, with: writer)
            }
            for note in merge.outdated { try recorder.put(note, with: writer) }
            let added = merge.added.map { note in
                var note = note
                note.deck = home
                return note
            }
            try recorder.add(added, at: moment, with: writer)
            return "Added the starter deck \(starter.deck.name.quoted)"
        }
    }

    /// The deck that a starter deck's notes go to: itself, or the one that has its name now; made where there is neither.
    private static func home(
        of starter: Deck,
        at moment: Moment,
        with writer: borrowing Writer,
        recorder: inout ChangeRecorder
    ) throws -> DeckID {
        if try writer.deck(starter.id) != nil { return starter.id }
        if let heir = try writer.decks().first(where: { $0.name.key == starter.name.key }) {
            return heir.id
        }
        var stored = try writer.storedDeck(starter.id) ?? StoredDeck(starter, made: moment)
        stored.name = starter.name.text
        stored.binned = nil
        stored.changed = moment
        try recorder.put(stored, with: writer)
        return starter.id
    }
}

/// What a library lacks of a starter deck.
private struct StarterMerge {
    /// Notes that are not there at all.
    private(set) var added: [Note] = []
    /// Notes that lie in the bin, as they lie there.
    private(set) var binned: [Note] = []
    /// Notes that the learner never changed and that say something else now, as they are to be.
    private(set) var outdated: [Note] = []

    init(_ starter: StarterDeck, _ reader: borrowing some Reading & ~Copyable) throws {
        for note in starter.notes {
            guard var known = try reader.note(note.id) else {
                added.append(note)
                continue
            }
            if known.binned != nil { binned.append(known) }
            let isSame = known.values == note.values && known.wordType == note.wordType
            guard !isSame, known.changed == known.made else { continue }
            known.values = note.values
            known.wordType = note.wordType
            known.binned = nil
            outdated.append(known)
        }
    }
}
