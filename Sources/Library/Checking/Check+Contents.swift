internal import Notes
internal import Storage

extension Check {
    /// Whether what is kept of each card is what its log says.
    mutating func memories(progress: Library.Progress) throws {
        let total = try library.database.read { try $0.cardCount() }
        var stale: Set<CardNumber> = []
        var part = 0
        // A stretch at a time, so that nobody who writes meanwhile is compared with a log of long ago.
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
        let says = "What is kept of \(cards) is not what the log says."
        try repair(.memories, says, "Worked out anew from the log.") { writer in
            try writer.refreshAnswers(of: stale.sorted())
            var schedulers = try Schedulers(writer)
            _ = try writer.refreshStates(of: stale.sorted(), by: &schedulers)
        }
    }

    /// Whether what is counted beside notes, cards and decks is right.
    mutating func counts() throws {
        let count = try library.database.dryRun { try $0.refreshCounts() }
        guard count > 0 else { return }
        let says = "\(several(count, "count", "counts")) of notes, cards or decks are wrong."
        try repair(.counts, says, "Counted anew.") { _ = try $0.refreshCounts() }
    }

    /// Whether a search finds what it should, once it has caught up.
    mutating func search() throws {
        guard try !isIndexTrue() else { return }
        let says = "The search index does not say what the notes say."
        try repair(.search, says, "Made anew from the notes.") { try $0.rebuildSearchIndex() }
    }

    private func isIndexTrue() throws -> Bool {
        do {
            while try library.database.indexNextPart() {}
        } catch StorageError.damaged {
            return false
        }
        return try library.database.write { try $0.isSearchIndexValid() }
    }

    /// Whether every name means content that is there, and every content is what its hash says.
    mutating func media(progress: Library.Progress) throws {
        let names = try library.database.read { try $0.media() }
        guard let file = try library.media.existing() else {
            if !names.isEmpty { try bringBack(Set(names.values), names: names) }
            return
        }
        if let flaw = try file.flaws().first {
            leave(
                .media,
                "The form of the file of pictures and sound is broken: \(flaw).",
                "Restore a backup."
            )
            return
        }
        let hashes = try file.hashes()
        var harmed: Set<MediaHash> = []
        for (place, hash) in hashes.enumerated() {
            let bytes = try file.bytes(of: hash) ?? []
            if !Library.isTrue(bytes, hash) { harmed.insert(hash) }
            progress(Double(place + 1) / Double(hashes.count))
        }
        if !harmed.isEmpty {
            try prepareRepair()
            try file.remove(harmed)
            let unnamed = harmed.subtracting(names.values).count
            if unnamed > 0 {
                let says = "\(several(unnamed, "file", "files")) that no note names are harmed."
                mend(.media, says, "Removed.")
            }
        }
        let missing = Set(names.values).subtracting(hashes).union(harmed.intersection(names.values))
        if !missing.isEmpty { try bringBack(missing, names: names) }
    }

    /// Which pictures and sounds are named and not there, and how many are there and named by nothing.
    mutating func mediaNames() throws {
        report.missingMedia = try library.database.read { try $0.missingMedia().sorted() }
        let moment = library.now()
        report.unusedMedia = try library.database.dryRun {
            try $0.updateUnusedMedia(at: moment).count
        }
    }

    /// Takes pictures and sound from the backups.
    private mutating func bringBack(
        _ missing: Set<MediaHash>,
        names: [String: MediaHash]
    ) throws {
        try prepareRepair()
        let lost = try Library.bring(
            missing,
            into: library.media,
            besides: library.backupFolder.mediaPath,
            with: library.key
        )
        for (name, hash) in names.sorted(by: { $0.key < $1.key }) where missing.contains(hash) {
            let says = "The file “\(name)” is missing or harmed."
            if lost.contains(hash) {
                leave(.media, says, "No backup beside the library has it; add it again.")
            } else {
                mend(.media, says, "Brought back from the backups.")
            }
        }
    }
}
