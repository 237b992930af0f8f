internal import Compression
internal import Languages
public import Notes
internal import Storage
internal import Threads

extension Library {
    /// The most bytes of a file that is kept.
    public static let largestKeptFile = 256 << 20

    /// What a delivery would do.
    public func preview(
        _ delivery: Delivery,
        into deck: DeckName
    ) throws(LibraryError) -> ImportReport {
        try translatingErrors {
            try database.read { try Import(delivery, into: deck, $0).report }
        }
    }

    /// Brings all of a delivery into a deck, or nothing of it; one change to be taken back.
    ///
    /// Before that a backup is made, where there is something to back up.
    public func bring(
        _ delivery: Delivery,
        into name: DeckName,
        from file: String,
        by browser: BrowserNumber?
    ) throws(LibraryError) -> ImportReport {
        let packed = delivery.file.map { Gzip.compress($0.bytes, level: 1) }
        try translatingErrors { try upkeep.withLock { try backUpIfUsed(.beforeImport) } }
        var report = ImportReport(deck: name)
        let change = try change(by: browser) { writer, ledger, moment in
            let order = try Import(delivery, into: name, writer)
            report = order.report
            let deck = try Self.deck(order.deck, named: name, for: delivery, packed, at: moment) {
                try writer.keep($0, as: $1, at: moment)
            }
            if let stored = try order.deck.flatMap({ try writer.storedDeck($0.id) }) {
                var changed = stored
                changed.settings = deck.settings
                if changed != stored { changed.changed = moment }
                try ledger.put(changed, with: writer)
            } else {
                try ledger.put(StoredDeck(deck, made: moment), with: writer)
            }
            for var note in order.updated {
                note.changed = moment
                try ledger.put(note, with: writer)
            }
            var generator = SystemRandomNumberGenerator()
            // One after the other, the last one now: what is added next is later than all of them.
            let first = moment.milliseconds - Int64(order.added.count - 1)
            let notes = order.added.enumerated().map { place, given in
                let made = Moment(milliseconds: first + Int64(place))
                let id = NoteID(at: made.milliseconds, using: &generator)
                return Note(
                    id: id,
                    guid: Note.guid(of: id, key: given.key, from: deck.id),
                    type: delivery.type,
                    deck: deck.id,
                    values: given.values,
                    tags: given.tags,
                    wordType: given.wordType,
                    made: made,
                    changed: moment
                )
            }
            try ledger.add(notes, at: moment, with: writer)
            return "Imported \(file) into “\(deck.name.text)”"
        }
        report.change = change
        return report
    }

    /// The deck as it is to be: with the file that it comes from now, unless that is the one it came from before.
    private static func deck(
        _ deck: Deck?,
        named name: DeckName,
        for delivery: Delivery,
        _ packed: [UInt8]?,
        at moment: Moment,
        keep: ([UInt8], KeptFileID) throws -> Void
    ) throws -> Deck {
        var generator = SystemRandomNumberGenerator()
        let id = DeckID(at: moment.milliseconds, using: &generator)
        var deck = deck ?? Deck(id: id, name: name)
        guard let packed, let file = delivery.file else { return deck }
        let kept = KeptFileID(at: moment.milliseconds, using: &generator)
        try keep(packed, kept)
        deck.settings.file = KeptFile(id: kept, names: file.names)
        return deck
    }

    /// The file that a deck came from, if it came from one that is kept.
    public func keptFile(of deck: DeckName) throws(LibraryError) -> (
        file: KeptFile, bytes: [UInt8]
    )? {
        try translatingErrors {
            try database.read { reader in
                guard let deck = try reader.decks().first(where: { $0.name.key == deck.key }),
                    let file = deck.settings.file, let packed = try reader.keptFile(file.id)
                else { return nil }
                let bytes = try Gzip.decompress(packed, limit: Self.largestKeptFile)
                return (file, bytes)
            }
        }
    }

    /// The notes of one type that lie in a deck itself, as they were made; nil where there is no such deck.
    public func notes(
        of type: NoteTypeID,
        in deck: DeckName
    ) throws(LibraryError) -> [Note]? {
        try translatingErrors {
            try database.read { reader in
                guard let deck = try reader.decks().first(where: { $0.name.key == deck.key }) else {
                    return nil
                }
                return try reader.notes(at: deck.id, inBin: false)
                    .compactMap { try reader.note($0) }
                    .filter { $0.type == type }
                    .sorted { ($0.made, $0.id) < ($1.made, $1.id) }
            }
        }
    }
}
