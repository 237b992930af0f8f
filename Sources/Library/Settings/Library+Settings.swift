package import LibraryValues
package import Notes
internal import Storage

extension Library {
    package func settings() throws(LibraryError) -> StudySettings {
        try read { try $0.settings() }
    }

    /// Changes the current settings within a transaction; memories are recomputed at once.
    ///
    /// - Returns: The result of `body`.
    package func changeSettings<Outcome>(
        _ body: (inout StudySettings) -> Outcome
    ) throws(LibraryError) -> Outcome {
        try write { writer in
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

    package func mapSettings() throws(LibraryError) -> MapSettings {
        try read { try $0.mapSettings() }
    }

    /// Changes the current settings within a transaction.
    package func changeMapSettings(
        _ body: (inout MapSettings) -> Void
    ) throws(LibraryError) {
        try write { writer in
            let before = try writer.mapSettings()
            var settings = before
            body(&settings)
            if settings != before { try writer.set(settings) }
        }
    }

    package func facts() throws(LibraryError) -> LibraryFacts {
        let path = path
        return try read { reader in
            let counts = try reader.deckCounts()
            return LibraryFacts(
                decks: counts.count,
                notes: counts.values.reduce(0) { $0 + $1.notes },
                answers: try reader.answerCount(),
                bytes: try ["", "-wal", "-media", "-media-wal"].reduce(0) {
                    $0 + (try Disk.size(of: path + $1))
                },
                path: path
            )
        }
    }
}
