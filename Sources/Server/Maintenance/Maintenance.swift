import Library
import LibraryValues
import Notes
import Recall
import Threads
import Vault

/// Maintains the library on every day on which it is used, and the search index after every change.
final class Maintenance: Sendable {
    private let lock: LibraryLock
    private let clock: Clock
    private let report: @Sendable (String) -> Void
    private let perform: BackgroundWork
    /// The last day on which the library was used.
    private let day = Locked<Int?>(nil)
    private let isIndexing = Locked(false)
    private let isRecording = Locked(false)

    /// - Parameter report: Logs one line about a failure.
    init(
        _ lock: LibraryLock,
        clock: Clock,
        perform: @escaping BackgroundWork = { Thread.start($0) },
        report: @escaping @Sendable (String) -> Void
    ) {
        self.lock = lock
        self.perform = perform
        self.clock = clock
        self.report = report
    }

    /// Starts the maintenance of a day on its first use, in a thread of its own.
    func libraryUsed(_ library: Library) {
        let today = DayBoundary(rollover: 4)
            .day(of: clock.now().milliseconds, offset: clock.offset())
        let isFirst = day.withLock { day in
            defer { day = today }
            return day != today
        }
        guard isFirst else { return }
        libraryChanged(library)
        perform { self.maintain(library) }
    }

    /// Backs the library up, removes what has expired, records what is known, and tests a backup.
    ///
    /// Closing the library meanwhile ends it, which does not count as a failure.
    func maintain(_ library: Library) {
        do throws(LibraryError) {
            try library.performDailyMaintenance()
            try library.refreshStaleStates()
            try recordKnowledge(in: library)
            try testLatestBackup()
        } catch {
            guard lock.state == .open else { return }
            report("the daily backup and clean-up failed: \(error)")
        }
    }

    /// Restores the latest backup beside the library once a week; closing the library waits for it.
    private func testLatestBackup() throws(LibraryError) {
        guard let (library, lease) = lock.lease(countsAsUse: false) else { return }
        defer { withExtendedLifetime(lease) {} }
        let test = try library.testLatestBackupIfDue()
        if case .failed(let reason)? = test?.outcome {
            report("the latest backup could not be restored in a test: \(reason)")
        }
    }

    /// Computes what was known before, in a thread of its own, after an import that may have brought a log.
    func historyImported(into library: Library) {
        perform {
            do throws(LibraryError) {
                try self.recordKnowledge(in: library)
            } catch {
                guard self.lock.state == .open else { return }
                self.report("cannot record what was known: \(error)")
            }
        }
    }

    private func recordKnowledge(in library: Library) throws(LibraryError) {
        let isFirst = isRecording.withLock { isRecording in
            defer { isRecording = true }
            return !isRecording
        }
        guard isFirst else { return }
        defer { isRecording.withLock { $0 = false } }
        try library.recordKnowledge(timeZoneOffset: clock.withOffset(of: library).offset())
    }

    /// Indexes what is not indexed yet, in a thread of its own.
    ///
    /// Closing the library waits for one step of it at most.
    func libraryChanged(_ library: Library) {
        guard (try? library.needsIndexing()) == true else { return }
        let isRunning = isIndexing.withLock { isIndexing in
            defer { isIndexing = true }
            return isIndexing
        }
        guard !isRunning else { return }
        perform { [lock, isIndexing, report] in
            defer { isIndexing.withLock { $0 = false } }
            do throws(LibraryError) {
                while let (library, lease) = lock.lease(countsAsUse: false) {
                    let isMore = try library.indexNextPart()
                    withExtendedLifetime(lease) {}
                    guard isMore else { return }
                }
            } catch {
                // The library is closed as the program ends, and indexed further when it is opened again.
                guard lock.state == .open else { return }
                report("cannot update the search index: \(error)")
            }
        }
    }
}
