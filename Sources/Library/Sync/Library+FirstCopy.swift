internal import Notes
internal import Storage
internal import Threads

// A library in which nothing was done yet takes over another one's file, because a million facts one by one take a minute.

extension Library {
    /// Everything that another replica needs; nil where nothing was done yet.
    ///
    /// What a sealed library sends is not on the disk, but in memory.
    package func firstCopy() throws(LibraryError) -> FirstCopy? {
        try settleReplica()
        return try translatingErrors {
            guard try !database.read({ try $0.isUnused() }) else { return nil }
            let spool = try Spool(path: workFile("sent"))
            return FirstCopy(of: database, through: spool, holding: maintenanceLock)
        }
    }

    /// Starts to receive another library's `firstCopy`.
    package func receiveFirstCopy() throws(LibraryError) -> ReceivedCopy {
        try ReceivedCopy(path: workFile("received"), within: remainingQuota)
    }

    /// Replaces this library, in which nothing was done yet, with a copy of another one; false if something was done.
    ///
    /// This file keeps its own settings, browsers, programs and peers.
    package func adopt(_ copy: ReceivedCopy) throws(LibraryError) -> Bool {
        try translatingErrors {
            try copy.finish()
            return try maintenanceLock.withLock {
                guard try database.read({ try $0.isUnused() }) else { return false }
                var inherited = try inherited()
                inherited.settings = try database.read { try $0.localSettings() }
                let staged = try StagedLibrary(
                    of: copy.path,
                    at: path + "-restoring",
                    key: key,
                    inherited: inherited,
                    now: now(),
                    isMoved: !isSealed
                ) { _ in }
                defer { try? staged.remove() }
                return try database.becomeCopy(
                    at: staged.path,
                    in: key.files(at: staged.path),
                    done: { setIdentity(staged.identity) }
                )
            }
        }
    }

    /// A new name in the work folder.
    private func workFile(_ name: String) throws(LibraryError) -> String {
        "\(try workFolder())/\(name)-\(UInt64.random(in: 0 ... .max))"
    }
}
