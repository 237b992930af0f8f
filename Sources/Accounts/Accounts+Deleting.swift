internal import FoundationEssentials
internal import SQLite

extension Accounts {
    /// Deletes the accounts that were closed before the grace period, and their files.
    ///
    /// None is deleted by a clock that has jumped; see `ClockReadings`.
    package func deleteExpired() throws(AccountsError) {
        let clock = now()
        if let now = try write({ try Self.recordClock(clock, $0) }) {
            for account in try all() where account.hasExpired(at: now) {
                // It may have been reopened while others were deleted.
                guard try self.account(account.id)?.hasExpired(at: now) == true else { continue }
                try delete(account)
            }
        }
        // A node's files are copies, and another node that deletes an account cannot reach them.
        if areInFleet {
            for account in try all() where !account.isOpen { try deleteFiles(of: account) }
        }
        try deleteUnusedPacks()
        try sharedFiles?.deleteInterruptedUploads()
    }

    /// Deletes an account and its files.
    package func delete(_ account: Account) throws(AccountsError) {
        // The files first, so that an interrupted deletion goes on the next time.
        try sharedFiles?.deleteLibrary(of: account)
        try deleteFiles(of: account)
        try write { connection in
            try connection.run(
                "DELETE FROM account WHERE id = :id",
                ["id": account.id.rawValue]
            )
        }
    }

    private func deleteFiles(of account: Account) throws(AccountsError) {
        let files = path(of: account)
        guard FileManager.default.fileExists(atPath: files) else { return }
        do {
            try FileManager.default.removeItem(atPath: files)
        } catch {
            throw .storage(reason: "\(files) cannot be deleted")
        }
    }
}

extension Account {
    fileprivate func hasExpired(at now: Int64) -> Bool { deletion.map { $0 < now } == true }
}
