internal import Compression
internal import Languages
public import Notes
internal import Storage
internal import Threads

extension Library {
    /// The most bytes of a file that is kept.
    public static let largestKeptFile = 256 << 20

    /// What a delivery would do: it is brought in and taken out again before anybody can see it.
    public func preview(
        _ delivery: Delivery,
        progress: Watch = { _ in }
    ) throws(LibraryError) -> ImportReport {
        let moment = now()
        return try translatingErrors {
            try database.rehearse { writer in
                var order = try Import(delivery, ChangeRecorder(), at: moment, with: writer)
                _ = try order.run(keeping: nil, progress: progress, with: writer)
                return order.report
            }
        }
    }

    /// Brings all of a delivery into the library, or nothing of it; one change to be taken back.
    ///
    /// Before that a backup is made, where there is something to back up.
    public func bring(
        _ delivery: Delivery,
        from file: String,
        by browser: BrowserNumber?,
        progress: Watch = { _ in }
    ) throws(LibraryError) -> ImportReport {
        let pack = delivery.file?.bytes.map { bytes in
            { @Sendable in Gzip.compress(bytes, level: 1) }
        }
        try translatingErrors { try upkeep.withLock { try backUpIfUsed(.beforeImport) } }
        var report = ImportReport()
        let change = try change(by: browser) { writer, recorder, moment in
            var order = try Import(delivery, recorder, at: moment, with: writer)
            recorder = try order.run(keeping: pack, progress: progress, with: writer)
            report = order.report
            guard let deck = report.deck else { return "Imported \(file)" }
            return "Imported \(file) into “\(deck.text)”"
        }
        report.change = change
        return report
    }

    /// The file that a deck came from, if it came from one that is kept.
    public func keptFile(of deck: DeckName) throws(LibraryError) -> (
        file: ImportedFile, bytes: [UInt8]
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
                return try reader.notes(of: type, at: deck.id, withBin: false)
                    .sorted { ($0.made, $0.id) < ($1.made, $1.id) }
            }
        }
    }

    /// The places that lie in a deck and in those inside it, as they were made; nil where there is no such deck.
    public func placeNotes(in deck: DeckName) throws(LibraryError) -> [Note]? {
        try translatingErrors {
            try database.read { reader in
                let decks = try reader.decks().filter { deck.includes($0.name) }
                guard decks.contains(where: { $0.name.key == deck.key }) else { return nil }
                return
                    try decks
                    .flatMap {
                        try reader.notes(of: NoteType.place.id, at: $0.id, withBin: false)
                    }
                    .sorted { ($0.made, $0.id) < ($1.made, $1.id) }
            }
        }
    }
}
