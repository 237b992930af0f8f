internal import Glibc
package import LibraryValues
package import Notes
internal import Storage

extension Library {
    /// What the learner has settled about studying.
    package func settings() throws(LibraryError) -> StudySettings {
        try translatingErrors { try database.read { try $0.settings() } }
    }

    /// Changes what is settled about studying, from what holds at that moment; memories follow at once.
    ///
    /// - Returns: What `body` said of it.
    package func changeSettings<Outcome>(
        _ body: (inout StudySettings) -> Outcome
    ) throws(LibraryError) -> Outcome {
        try translatingErrors {
            try database.write { writer in
                let before = try writer.settings()
                var settings = before
                let outcome = body(&settings)
                guard settings != before else { return outcome }
                try writer.set(settings)
                guard settings.rules != before.rules else { return outcome }
                var schedulers = try Schedulers(writer)
                _ = try writer.refreshAllStates(by: &schedulers)
                return outcome
            }
        }
    }

    /// What the learner has settled about the map of places.
    package func mapSettings() throws(LibraryError) -> MapSettings {
        try translatingErrors { try database.read { try $0.mapSettings() } }
    }

    /// Changes what is settled about the map, from what holds at that moment.
    package func changeMapSettings(
        _ body: (inout MapSettings) -> Void
    ) throws(LibraryError) {
        try translatingErrors {
            try database.write { writer in
                let before = try writer.mapSettings()
                var settings = before
                body(&settings)
                if settings != before { try writer.set(settings) }
            }
        }
    }

    /// How much the library holds, and where it lies.
    package func facts() throws(LibraryError) -> LibraryFacts {
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
