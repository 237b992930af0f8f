internal import Notes
internal import Storage
internal import Threads

extension Library {
    /// Does what is to be done once on a day of use: a backup, then the bin, then pictures and sound nobody needs.
    package func keepHouse() throws(LibraryError) {
        try translatingErrors {
            try upkeep.withLock {
                try backUpIfUsed()
                try emptyBin()
                try sweepMedia()
                try database.write { try $0.removeUnusedImportedFiles() }
            }
        }
    }

    /// Removes for good what has lain in the bin for 30 days, a thousand notes at a time.
    private func emptyBin() throws {
        let moment = Moment(milliseconds: now().milliseconds - Self.binTime)
        while try database.write({ try $0.emptyBin(before: moment) }) {}
    }

    /// How many files go in one day: each is looked for everywhere before.
    private static let sweptAtOnce = 100

    /// Removes pictures and sound that no note has named for 30 days, nor any change that could be undone.
    private func sweepMedia() throws {
        guard let file = try media.existing() else { return }
        let moment = now()
        try database.write { writer in
            let ripe = Moment(milliseconds: moment.milliseconds - Self.binTime)
            let unnamed = try writer.updateUnusedMedia(at: moment)
            for name in unnamed.filter({ $0.value <= ripe }).keys.prefix(Self.sweptAtOnce)
            where try !writer.isMediaNameUsed(name) {
                try writer.removeMedia(named: name)
            }
        }
        // Once those names are gone for good, and while nobody else gives one: what is kept is named in the same change.
        try database.write { writer in
            let unwanted = try file.hashes().subtracting(writer.media().values)
            if !unwanted.isEmpty { try file.remove(unwanted) }
        }
    }
}
