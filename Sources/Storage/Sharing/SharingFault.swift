#if OMENA_TESTING
    internal import Glibc
    internal import Notes
    internal import SQLite
#endif

/// A rule that is broken to see that tests notice, in builds for tests only.
enum SharingFault {
    /// Whether transactions are in the file before they are durable elsewhere.
    #if OMENA_TESTING
        static let isFileFirst =
            getenv("OMENA_FLEET_FAULT")
            .map { String(cString: $0) } == "commit-first"
    #else
        static var isFileFirst: Bool { false }
    #endif
}

#if OMENA_TESTING
    extension Database {
        /// Shares what is in the file already, which is wrong: whoever reads it may see what nobody will have.
        func shareLate(
            through commits: any SharedCommits,
            on connection: Connection
        ) throws {
            let writer = Writer(connection: connection, vocabulary: Vocabulary())
            let before = try sharedState(writer)
            var changed = ChangedFacts.Parts()
            changed.isMerged = try writer.syncVector() != before.vector
            guard changed.isMerged else { return }
            let late = try connection.transaction(.write) {
                let shared = try share(changed, since: before, by: writer, through: commits)
                if let shared { try writer.set(.sharedMark, to: shared.mark) }
                return shared
            }
            if let late { setShared(late) }
        }
    }
#endif
