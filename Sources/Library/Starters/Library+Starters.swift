internal import Languages
package import LibraryValues
package import Notes
internal import Storage

extension Library {
    /// The starter decks, each with what adding it would change now.
    package func starterOffers() throws(LibraryError) -> [StarterOffer] {
        let moment = now()
        return try read { reader in
            try StarterContent.decks(in: InterfaceLanguage.current.tag, at: moment).map { starter in
                let merge = try StarterMerge(starter, reader)
                return StarterOffer(
                    name: starter.deck.name,
                    notes: starter.notes.count,
                    missing: merge.added.count + merge.binned.count,
                    outdated: merge.outdated.count { $0.binned == nil }
                )
            }
        }
    }

    /// Adds or updates the notes of a starter deck; what the learner changed stays the same.
    package func addStarter(
        named name: DeckName,
        by browser: BrowserNumber?
    ) throws(LibraryError) -> Change? {
        try change(by: browser) { writer, recorder, moment in
            let starters = try StarterContent.decks(in: InterfaceLanguage.current.tag, at: moment)
            guard let starter = starters.first(where: { $0.deck.name.key == name.key }) else {
                throw LibraryError.refused("This starter deck doesn’t exist.")
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
            for var note in merge.outdated {
                note.binned = nil
                try recorder.put(note, with: writer)
            }
            let added = merge.added.map { note in
                var note = note
                note.deck = home
                return note
            }
            try recorder.add(added, at: moment, with: writer)
            return "Added starter deck \(starter.deck.name.quoted)"
        }
    }

    /// Puts the starter questions that the learner hasn't changed into the language they speak.
    func translateQuestions(
        to language: LanguageTag,
        by browser: BrowserNumber?
    ) throws(LibraryError) {
        _ = try change(by: browser) { writer, recorder, moment in
            let starter = try StarterContent.questions(in: language, at: moment)
            for note in try Self.notes(of: starter, writer) {
                try recorder.put(note, with: writer)
            }
            return "Translated \(starter.deck.name.quoted)"
        }
    }

    /// The starter questions that the learner hasn't changed, in a language.
    static func questions(
        in language: LanguageTag,
        at moment: Moment,
        _ writer: borrowing Writer
    ) throws -> [Note] {
        try notes(of: StarterContent.questions(in: language, at: moment), writer)
    }

    /// The stored notes of a starter deck that the learner hasn't changed, with the deck's values.
    private static func notes(
        of starter: StarterDeck,
        _ writer: borrowing Writer
    ) throws -> [Note] {
        var notes: [Note] = []
        for note in starter.notes {
            guard var known = try writer.note(note.id), starter.language(of: known) != nil
            else { continue }
            known.values = note.values
            notes.append(known)
        }
        return notes
    }

    /// The deck for a starter deck's notes: itself, or the one that has its name now; created if there is neither.
    private static func home(
        of starter: Deck,
        at moment: Moment,
        with writer: borrowing Writer,
        recorder: inout ChangeRecorder
    ) throws -> DeckID {
        if try writer.deck(starter.id) != nil { return starter.id }
        if let namesake = try writer.decks().first(where: { $0.name.key == starter.name.key }) {
            return namesake.id
        }
        var stored = try writer.storedDeck(starter.id) ?? StoredDeck(starter, made: moment)
        stored.name = starter.name.text
        stored.binned = nil
        stored.changed = moment
        try recorder.put(stored, with: writer)
        return starter.id
    }
}

/// How a starter deck differs from the library.
private struct StarterMerge {
    /// Notes that the library does not have.
    private(set) var added: [Note] = []
    /// Notes in the bin, as stored; a note deleted from a deck that is still used stays there.
    private(set) var binned: [Note] = []
    /// Notes with new content that the learner never changed, with that content; also some of those in the bin.
    private(set) var outdated: [Note] = []

    init(_ starter: StarterDeck, _ reader: borrowing some Reading & ~Copyable) throws {
        let notes = try starter.notes.map { note in
            // An import gives a note whose deck was deleted another id.
            let id = try reader.note(guid: note.guid) ?? note.id
            return (note, try reader.note(id))
        }
        let present = notes.compactMap { $0.1 }.filter { $0.binned == nil }
        let isUsed = try reader.deck(starter.deck.id) != nil && !present.isEmpty
        let language = present.compactMap { starter.language(of: $0) }.first
        for (note, known) in notes {
            let wordings = starter.wordings[note.id] ?? [:]
            var note = note
            // Questions stay in the language that they are in.
            if let wording = language.flatMap({ wordings[$0] }) { note.values = wording }
            guard var known else {
                added.append(note)
                continue
            }
            if known.binned != nil {
                if isUsed { continue }
                binned.append(known)
            }
            // If nothing tells their language, they may be improved ones of any.
            let isKept =
                known.binned == nil && !wordings.isEmpty
                && (language == nil || starter.language(of: known) != nil)
            let isSame =
                (isKept || known.values == note.values) && known.wordType == note.wordType
            guard !isSame, known.type == note.type, known.changed == known.made else { continue }
            known.values = note.values
            known.wordType = note.wordType
            outdated.append(known)
        }
    }
}
