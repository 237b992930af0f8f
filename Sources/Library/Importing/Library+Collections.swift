internal import Languages
internal import Notes
internal import Storage
internal import Threads

extension Library {
    /// Brings a whole collection into the library, or nothing of it; one change to be taken back.
    ///
    /// Its notes are known by their guids, its answers by their moments: what is there already is not there twice.
    /// Before that a backup is made, where there is something to back up.
    ///
    /// - Parameter progress: Is told, now and then, how much is done.
    public func bring(
        _ source: some CollectionSource,
        _ order: CollectionOrder,
        by browser: BrowserNumber?,
        progress: Watch = { _ in }
    ) throws(LibraryError) -> CollectionReport {
        try translatingErrors { try upkeep.withLock { try backUpIfUsed(.beforeImport) } }
        var report = CollectionReport()
        let change = try change(by: browser) { writer, recorder, moment in
            var intake = try Intake(order, at: moment, with: writer)
            try intake.take(source, &recorder, with: writer) {
                try keepMedia(of: source) { share throws(LibraryError) in
                    try progress(share * 0.2)
                }
            } progress: { share throws(LibraryError) in
                try progress(0.2 + share * 0.8)
            }
            report = intake.report
            return "Imported \(order.file)"
        }
        report.change = change
        return report
    }

    /// What bringing a collection would do.
    public func preview(
        _ source: some CollectionSource,
        _ order: CollectionOrder,
        progress: Watch = { _ in }
    ) throws(LibraryError) -> CollectionReport {
        let moment = now()
        return try translatingErrors {
            try database.rehearse { writer in
                var recorder = ChangeRecorder()
                var intake = try Intake(order, at: moment, with: writer)
                try intake.take(
                    source,
                    &recorder,
                    with: writer,
                    keepMedia: { ShippedMedia() },
                    progress: progress
                )
                var report = intake.report
                report.media = source.mediaNames.count
                return report
            }
        }
    }

    /// Keeps the content of all pictures and sounds; what no note comes to name is swept away after a while.
    private func keepMedia(
        of source: some CollectionSource,
        progress: Watch
    ) throws(LibraryError) -> ShippedMedia {
        var shipped = ShippedMedia()
        let names = source.mediaNames
        guard !names.isEmpty else { return shipped }
        try translatingErrors {
            let shelf = try media.made()
            var batch: [(bytes: [UInt8], hash: MediaHash)] = []
            var room = Self.mediaBatch
            for (place, name) in names.enumerated() {
                guard let bytes = try source.medium(named: name, limit: MediaFile.maximumSize)
                else {
                    shipped.leftOut.append("“\(name)” is too large for a picture or sound.")
                    continue
                }
                let hash = Self.hash(of: bytes)
                shipped.add(name, hash, size: bytes.count)
                batch.append((bytes, hash))
                room -= bytes.count
                if room <= 0 || batch.count == 512 {
                    try shelf.put(batch)
                    batch = []
                    room = Self.mediaBatch
                    try progress(Double(place) / Double(names.count))
                }
            }
            try shelf.put(batch)
        }
        return shipped
    }

    /// So many bytes at once that flushes do not count, and so few that they fit into memory.
    private static let mediaBatch = 16 << 20
}

/// The pictures and sounds of a collection, whose content is kept already.
struct ShippedMedia {
    private(set) var files: [(name: String, hash: MediaHash, size: Int)] = []
    var leftOut: [Phrase] = []

    mutating func add(_ name: String, _ hash: MediaHash, size: Int) {
        files.append((name, hash, size))
    }
}
