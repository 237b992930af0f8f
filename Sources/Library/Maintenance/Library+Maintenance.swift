internal import Notes
internal import Storage
internal import Threads

extension Library {
    /// The work of each day of use: makes a backup, then empties the bin, then removes unused media.
    ///
    /// Nothing is deleted by a clock that has jumped; see `ClockReadings`.
    package func performDailyMaintenance() throws(LibraryError) {
        try translatingErrors {
            try maintenanceLock.withLock {
                try backUpIfUsed()
                let moment = try database.write { try $0.trustedMoment(at: now()) }
                if let moment { try emptyBin(at: moment) }
                try removeUnusedMedia(at: moment)
                try database.write { try $0.removeUnusedImportedFiles() }
            }
        }
    }

    /// Deletes what has been in the bin for 30 days, a thousand notes at a time.
    private func emptyBin(at moment: Moment) throws {
        try deleteBinned(before: Moment(milliseconds: moment.milliseconds - Self.binTime))
    }

    /// Deletes everything in the bin for good, after a backup that still has it.
    package func emptyBin() throws(LibraryError) {
        try translatingErrors {
            try maintenanceLock.withLock {
                try backUpIfUsed()
                try deleteBinned(before: Moment(milliseconds: .max))
            }
        }
    }

    private func deleteBinned(before limit: Moment) throws {
        while try database.write({ try $0.emptyBin(before: limit) }) {}
    }

    /// How many media are removed in one day, because each requires a search of the whole library.
    private static let mostRemovedMedia = 100

    /// Removes media that neither a note nor an undoable change has referred to for 30 days.
    private func removeUnusedMedia(at moment: Moment?) throws {
        guard let file = try media.existing() else { return }
        try database.write { writer in
            let unnamed = try writer.updateUnusedMedia(at: now())
            guard let moment else { return }
            let limit = Moment(milliseconds: moment.milliseconds - Self.binTime)
            for name in unnamed.filter({ $0.value <= limit }).keys.prefix(Self.mostRemovedMedia)
            where try !writer.isMediaNameUsed(name) {
                try writer.removeMedia(named: name)
            }
        }
        // In a transaction of its own, after the names are gone, while nobody can add a name: media are stored and named in one
        // transaction.
        try database.write { writer in
            let unused = try file.hashes().subtracting(writer.media().values)
                .subtracting(writer.journaledMedia())
            if !unused.isEmpty { try file.remove(unused) }
        }
    }
}
