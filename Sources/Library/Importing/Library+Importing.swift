internal import Compression
internal import Languages
package import LibraryValues
package import Notes
internal import Storage
internal import Threads

extension Library {
    /// The most bytes of a file that is stored with its deck.
    package static let largestStoredFile = 256 << 20

    /// What an import would do: it is done, and rolled back before anybody can see it.
    package func previewImport(
        of batch: ImportBatch,
        progress: Watch = { _ in }
    ) throws(LibraryError) -> ImportReport {
        let moment = now()
        return try translatingErrors {
            try database.dryRun { writer in
                var recorder = ChangeRecorder()
                var importer = try importer(of: batch, at: moment, &recorder, with: writer)
                try importer.run(
                    &recorder,
                    with: writer,
                    isPreview: true,
                    storeMedia: { _ in StoredMedia() },
                    progress: progress
                )
                var report = importer.report
                report.media = batch.media?.names.count ?? 0
                return report
            }
        }
    }

    private func importer(
        of batch: ImportBatch,
        at moment: Moment,
        _ recorder: inout ChangeRecorder,
        with writer: borrowing Writer
    ) throws -> Importer {
        var importer = try Importer(batch, at: moment, using: random, &recorder, with: writer)
        importer.quota = remainingQuota
        return importer
    }

    /// Imports a batch as one change, all of it or nothing.
    ///
    /// Importing it again adds nothing twice. A library that is in use is backed up first.
    package func importNotes(
        of batch: ImportBatch,
        by browser: BrowserNumber?,
        progress: Watch = { _ in }
    ) throws(LibraryError) -> ImportReport {
        try translatingErrors { try maintenanceLock.withLock { try backUpIfUsed(.beforeImport) } }
        var report = ImportReport()
        let mediaShare = batch.media == nil ? 0 : 0.2
        let change = try change(by: browser) { writer, recorder, moment in
            var importer = try importer(of: batch, at: moment, &recorder, with: writer)
            let quota = importer.quota
            try importer.run(&recorder, with: writer, isPreview: false) { media in
                try storeContents(of: media, within: quota) { share throws(LibraryError) in
                    try progress(share * mediaShare)
                }
            } progress: { share throws(LibraryError) in
                try progress(mediaShare + share * (1 - mediaShare))
            }
            report = importer.report
            if let edition = batch.edition {
                return
                    "Edition \(String(edition.taken.number)) of “\(batch.deck.title)” (new: \(String(report.added)), changed: \(String(report.updated)), removed: \(String(report.removed)))"
            }
            guard let deck = report.deck else { return "Imported \(batch.file)" }
            return "Imported \(batch.file) into “\(deck.title)”"
        }
        report.change = change
        return report
    }

    /// Stores the contents of pictures and sounds; those that no note names are removed after a while.
    private func storeContents(
        of given: ImportMedia,
        within quota: RemainingQuota,
        progress: Watch
    ) throws -> StoredMedia {
        var stored = StoredMedia()
        guard !given.names.isEmpty else { return stored }
        let file = try media.createIfNeeded()
        var quota = quota
        var known = try quota.isLimited ? file.hashes() : []
        var batch: [(bytes: [UInt8], hash: MediaHash)] = []
        var size = 0
        for (index, name) in given.names.enumerated() {
            guard let bytes = try given.read(name, MediaFile.maximumSize) else {
                stored.leftOut.append("“\(name)” is too large for a picture or sound.")
                continue
            }
            let hash = Self.hash(of: bytes)
            stored.files.append((name, hash, bytes.count))
            if quota.isLimited, known.insert(hash).inserted {
                try quota.use(bytes.count)
                stored.newBytes += bytes.count
            }
            batch.append((bytes, hash))
            size += bytes.count
            let isFull = size >= Self.mediaBatchSize || batch.count == Self.maxMediaBatchCount
            if isFull {
                try file.put(batch)
                (batch, size) = ([], 0)
            }
            if isFull || index.isMultiple(of: 512) {
                try progress(Double(index) / Double(given.names.count))
            }
        }
        try file.put(batch)
        return stored
    }

    /// Large enough that flushes do not count, and small enough for memory.
    private static let mediaBatchSize = 16 << 20
    private static let maxMediaBatchCount = 8_192

    /// The file that a deck came from, if one is stored.
    package func storedFile(
        of deck: DeckName
    ) throws(LibraryError) -> (file: ImportedFile, bytes: [UInt8])? {
        try read { reader in
            guard let deck = try reader.decks().first(where: { $0.name.key == deck.key }),
                let file = deck.settings.file, let packed = try reader.importedFile(file.id)
            else { return nil }
            return (file, try Gzip.decompress(packed, limit: Self.largestStoredFile))
        }
    }

    /// The notes of one type in a deck itself, oldest first; nil where there is no such deck.
    package func notes(
        of type: NoteTypeID,
        in deck: DeckName
    ) throws(LibraryError) -> [Note]? {
        try notes(of: type) { $0.name.key == deck.key }
    }

    /// The places in a deck and in those inside it, oldest first; nil where there is no such deck.
    package func placeNotes(in deck: DeckName) throws(LibraryError) -> [Note]? {
        try notes(of: NoteType.place.id) { deck.includes($0.name) }
    }

    private func notes(
        of type: NoteTypeID,
        where isWanted: (Deck) -> Bool
    ) throws(LibraryError) -> [Note]? {
        try read { reader in
            let decks = try reader.decks().filter(isWanted)
            guard !decks.isEmpty else { return nil }
            return try decks.flatMap { try reader.notes(of: type, at: $0.id, withBin: false) }
                .sorted { ($0.made, $0.id) < ($1.made, $1.id) }
        }
    }
}

/// Pictures and sounds whose contents are stored, and have no names in the library yet.
struct StoredMedia {
    var files: [(name: String, hash: MediaHash, size: Int)] = []
    /// How many bytes were not there before, where that is limited.
    var newBytes = 0
    var leftOut: [Phrase] = []
}
