internal import Glibc
public import Notes
internal import Storage

extension Library {
    /// What the learner has settled about studying.
    public func settings() throws(LibraryError) -> StudySettings {
        try translatingErrors { try database.read { try $0.settings() } }
    }

    /// Settles everything about studying, whatever was settled before; memories follow at once.
    public func change(_ settings: StudySettings) throws(LibraryError) {
        try translatingErrors {
            try database.write { writer in
                let rules = try writer.settings().rules
                try writer.set(settings)
                guard settings.rules != rules else { return }
                var schedulers = try Schedulers(writer)
                _ = try writer.refreshAllStates(by: &schedulers)
            }
        }
    }

    /// How much the library holds, and where it lies.
    public func facts() throws(LibraryError) -> LibraryFacts {
        let path = path
        return try translatingErrors {
            try database.read { reader in
                let counts = try reader.deckCounts()
                return LibraryFacts(
                    decks: counts.count,
                    notes: counts.values.reduce(0) { $0 + $1.notes },
                    answers: try reader.answerCount(),
                    bytes: try Self.size(of: path),
                    path: path
                )
            }
        }
    }

    /// What all files of a library take together.
    private static func size(of path: String) throws -> Int {
        try ["", "-wal", "-media", "-media-wal"].reduce(0) { total, ending in
            var status = stat()
            guard stat(path + ending, &status) == 0 else {
                guard errno == ENOENT else {
                    throw LibraryError.failed(reason: "its files cannot be seen")
                }
                return total
            }
            return total + Int(status.st_size)
        }
    }
}
