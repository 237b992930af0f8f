internal import Languages
package import LibraryValues
package import Notes
internal import Recall

/// An edition of a class's deck on disk.
package struct PackFile: Sendable {
    package let path: String
    /// Its pictures and sounds, by their names.
    package let media: [String: MediaHash]

    package init(path: String, media: [String: MediaHash]) {
        self.path = path
        self.media = media
    }

    /// - Parameter deck: The deck that its outermost one becomes.
    private func batch(
        into deck: DeckName,
        named name: String,
        opener: FileOpener
    ) throws(ExchangeError) -> ImportBatch {
        let options = ImportOptions(file: .disk(DiskFile(path, named: name)))
        var batch = try opener.open(options, FileContext(kind: .library)).batch
        let outermost = batch.decks.map(\.name).first { $0.parent == nil }
        guard let outermost else {
            throw .badPackage(file: name, reason: "It isn’t an Omena library.")
        }
        @Sendable func moved(_ name: DeckName?) -> DeckName {
            guard let name, outermost.includes(name) else { return deck }
            return name.moved(from: outermost, to: deck) ?? deck
        }
        let items = batch.items
        var decks: [ImportDeck] = []
        for var given in batch.decks {
            given.name = moved(given.name)
            given.settings = given.settings.ofContent
            given.file = nil
            // One that the learner deleted comes back only with new notes.
            given.isOptional = given.name != deck
            decks.append(given)
        }
        var edition = ImportBatch(file: name, into: deck, noteCount: batch.noteCount) {
            rules,
            body in
            try items(rules) { item in
                guard case .note(var note) = item else { return try body(item) }
                note.deck = moved(note.deck)
                note.cards = []
                note.isSuspended = false
                try body(.note(note))
            }
        }
        edition.decks = decks
        edition.types = batch.types
        batch = edition
        return batch
    }

    /// What changes a deck from one edition to another.
    ///
    /// - Parameters:
    ///   - deck: The deck that holds the edition before, or is created.
    ///   - before: The edition that the deck holds; nil if it holds none.
    ///   - lacking: Names the pictures and sounds that the library lacks.
    ///   - medium: Reads the content of one.
    package func batch(
        into deck: DeckName,
        named name: String,
        taking taken: TakenEdition,
        after before: PackFile?,
        opener: FileOpener,
        lacking: [String],
        medium: @escaping @Sendable (MediaHash, _ limit: Int) throws -> [UInt8]?
    ) throws(ExchangeError) -> ImportBatch {
        var batch = try batch(into: deck, named: name, opener: opener)
        var edition = ImportEdition(taken)
        edition.media = media
        if let before {
            let old = try before.batch(into: deck, named: name, opener: opener)
            edition.types = old.types.map(\.type)
            edition.mediaBefore = before.media
            do {
                let rules = ImportRules(model: MemoryModel(.default), settings: StudySettings())
                try old.items(rules) { item in
                    guard case .note(let note) = item, case .guid(let guid) = note.identity else {
                        return
                    }
                    edition.notes[guid] = note
                }
            } catch {
                throw ExchangeError(error, file: name)
            }
        }
        batch.edition = edition
        batch.media = ImportMedia(names: lacking) { [media] name, limit in
            try media[name].flatMap { try medium($0, limit) }
        }
        return batch
    }
}
