internal import JSON
package import LibraryValues
internal import Notes
internal import Storage
internal import Threads
internal import Vault

extension Library {
    /// The latest test restore; nil where there was none.
    package func testRestore() -> TestRestore? { backupFolder.test() }

    /// Restores the latest backup beside the library and removes the result, once a week; after a failure every time, and
    /// then makes another backup.
    ///
    /// - Returns: The result; nil if it is not time yet, or there is no backup.
    package func testLatestBackupIfDue() throws(LibraryError) -> TestRestore? {
        try translatingErrors {
            try maintenanceLock.withLock {
                let folder = backupFolder
                guard let latest = try folder.backups().first, folder.isTestDue(at: now()) else {
                    return nil
                }
                let outcome = try outcome(of: latest.name)
                let test = TestRestore(of: latest.name, at: now(), outcome)
                if test.hasFailed { _ = try makeBackup(.day) }
                try folder.store(test)
                return test
            }
        }
    }

    /// Fails only if there is no room for a copy, which says nothing about the backup.
    private func outcome(of backup: BackupName) throws -> TestRestore.Outcome {
        do {
            let staged = try StagedLibrary(
                of: backupFolder.path(of: backup),
                at: backupFolder.testingPath,
                key: key,
                inherited: .nothing,
                now: now()
            ) { _ in }
            defer { try? staged.remove() }
            // A backup by an earlier version may not be readable before it is migrated.
            let mark = try mark(of: backup)
            guard mark?.hasSameContent(as: staged.fingerprint) != false else {
                return .failed(reason: "the restored library lacks changes or answers")
            }
            let missing = staged.media.subtracting(try backupFolder.storedMedia())
            return .restored(notes: staged.notes, missingMedia: missing.count)
        } catch {
            let error = LibraryError(error, path: backupFolder.path(of: backup))
            if case .diskFull = error { throw error }
            return .failed(reason: error.description)
        }
    }
}

extension BackupFolder {
    private static let testInterval: Int64 = 7 * 86_400_000

    /// The latest test restore; an unreadable result counts as none.
    func test() -> TestRestore? {
        guard let bytes = try? AtomicFile.read(testPath, limit: 10_000) else { return nil }
        return try? JSONCoding.decode(from: bytes)
    }

    func store(_ test: TestRestore) throws {
        try AtomicFile.write(JSONCoding.bytes(of: test), to: testPath)
    }

    func isTestDue(at now: Moment) -> Bool {
        guard let test = test(), !test.hasFailed else { return true }
        let age = now.milliseconds - test.at.milliseconds
        // The clock may have been set back.
        return age < 0 || age >= Self.testInterval
    }
}
