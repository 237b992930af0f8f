internal import Notes
internal import Storage

extension Check {
    /// Compares each card's stored state with its log.
    mutating func memories(progress: Library.Progress) throws {
        let total = try library.database.read { try $0.cardCount() }
        var stale: Set<CardNumber> = []
        var part = 0
        // A part at a time, so that cards written meanwhile are not compared with an outdated log.
        while let found = try library.database.read({ reader in
            var schedulers = try Schedulers(reader)
            return try reader.staleCards(inBatch: part, by: &schedulers)
        }) {
            stale.formUnion(found)
            part += 1
            progress(min(1, Double(part * 4_096) / Double(max(1, total))))
        }
        guard !stale.isEmpty else { return }
        let cards = several(stale.count, "card", "cards")
        let says = "The stored state of \(cards) differs from the log."
        try repair(.memories, says, "Recalculated from the log.") { writer in
            try writer.refreshAnswers(of: stale.sorted())
            var schedulers = try Schedulers(writer)
            _ = try writer.refreshStates(of: stale.sorted(), by: &schedulers)
        }
    }

    /// Compares the stored counts with notes, cards and decks.
    mutating func counts() throws {
        let count = try library.database.dryRun { try $0.refreshCounts() }
        if count > 0 {
            let says = several(count, "stored count is wrong.", "stored counts are wrong.")
            try repair(.counts, says, "Counted again.") { _ = try $0.refreshCounts() }
        }
        let tallies = try library.database.read { try $0.staleTallyCount() }
        guard tallies > 0 else { return }
        let says =
            "The statistics differ from the log in \(several(tallies, "count", "counts"))."
        try repair(.counts, says, "Counted again from the log.") { _ = try $0.rebuildTallies() }
    }

    /// Compares the search index with the notes, once it is up to date.
    mutating func search() throws {
        guard try !isIndexTrue() else { return }
        let says = "The search index does not match the notes."
        try repair(.search, says, "Rebuilt from the notes.") { try $0.rebuildSearchIndex() }
    }

    private func isIndexTrue() throws -> Bool {
        do {
            while try library.database.indexNextPart() {}
        } catch StorageError.damaged {
            return false
        }
        return try library.database.write { try $0.isSearchIndexValid() }
    }

    /// Checks that every media name has content, and that every content matches its hash.
    mutating func media(progress: Library.Progress) throws {
        let names = try library.database.read { try $0.media() }
        guard let file = try library.media.existing() else {
            if !names.isEmpty { try recoverMedia(Set(names.values), names: names) }
            return
        }
        if let flaw = try file.flaws().first {
            reportFault(
                .media,
                "The file of pictures and sounds is damaged: \(flaw).",
                "Restore a backup."
            )
            return
        }
        let hashes = try file.hashes()
        var harmed: Set<MediaHash> = []
        for (position, hash) in hashes.enumerated() {
            let bytes = try file.bytes(of: hash) ?? []
            if !Library.isTrue(bytes, hash) { harmed.insert(hash) }
            progress(Double(position + 1) / Double(hashes.count))
        }
        if !harmed.isEmpty {
            try prepareRepair()
            try file.discard(harmed)
            let unnamed = harmed.subtracting(names.values).count
            if unnamed > 0 {
                let says = several(unnamed, "unused file is damaged.", "unused files are damaged.")
                reportRepair(.media, says, "Removed.")
            }
        }
        let missing = Set(try file.missing(among: Array(Set(names.values))))
            .union(harmed.intersection(names.values))
        if !missing.isEmpty { try recoverMedia(missing, names: names) }
    }

    /// Finds references to media that do not exist, and counts media without references.
    mutating func mediaNames() throws {
        report.missingMedia = try library.database.read { try $0.missingMedia().sorted() }
        let moment = library.now()
        report.unusedMedia = try library.database.dryRun {
            try $0.updateUnusedMedia(at: moment).count
        }
    }

    /// Recovers media from the fleet, if the library is in one, or from the backups.
    private mutating func recoverMedia(
        _ missing: Set<MediaHash>,
        names: [String: MediaHash]
    ) throws {
        try prepareRepair()
        let media = try library.media.createIfNeeded()
        let fetched = try missing.filter { try media.bytes(of: $0) != nil }
        let lost = try Library.copyMedia(
            missing.subtracting(fetched),
            into: library.media,
            besides: library.backupFolder.mediaPath,
            with: library.key
        )
        for (name, hash) in names.sorted(by: { $0.key < $1.key }) where missing.contains(hash) {
            let says = "The file “\(name)” is missing or damaged."
            if lost.contains(hash) {
                reportFault(.media, says, "No backup beside the library has it; add it again.")
            } else {
                let source = fetched.contains(hash) ? "fleet" : "backups"
                reportRepair(.media, says, "Restored from the \(source).")
            }
        }
    }
}
