import CSQLite
internal import Glibc
internal import Threads

/// The index of a write-ahead log, in memory instead of SQLite's shared-memory file beside the database.
///
/// The connections of one process share it. Another process could not see it, so the database itself is locked as long as
/// the index exists, and a second process cannot open it.
final class LogIndex: @unchecked Sendable {
    /// The locks of the index that one connection holds.
    struct Holding {
        var shared: Set<Int> = []
        var exclusive: Set<Int> = []
        var isMapped = false
    }

    private let lock = Lock()
    // Guarded by `lock`, all that follows.
    private var regions: [UnsafeMutableRawBufferPointer] = []
    private var connections = 0
    private var readers = [Int](repeating: 0, count: Int(SQLITE_SHM_NLOCK))
    private var isHeldAlone = [Bool](repeating: false, count: Int(SQLITE_SHM_NLOCK))
    private var lockFile: CInt?

    deinit { release() }

    /// Returns a region of the index, which is created if `isExtending`; nil if it doesn't exist.
    func map(
        _ number: Int,
        size: Int,
        isExtending: Bool,
        of path: String,
        for holding: inout Holding
    ) -> (code: Int32, region: UnsafeMutableRawPointer?) {
        lock.withLock {
            if !holding.isMapped {
                // Not `SQLITE_BUSY`, which would make SQLite retry for ten seconds.
                guard connections > 0 || lockDatabase(path) else { return (SQLITE_CANTOPEN, nil) }
                connections += 1
                holding.isMapped = true
            }
            guard isExtending || number < regions.count else { return (SQLITE_OK, nil) }
            while regions.count <= number {
                let region = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 64)
                region.initializeMemory(as: UInt8.self, repeating: 0)
                regions.append(region)
            }
            return (SQLITE_OK, regions[number].baseAddress)
        }
    }

    /// Acquires or releases locks of the index.
    func change(_ slots: Range<Int>, flags: Int32, for holding: inout Holding) -> Int32 {
        lock.withLock {
            let isShared = flags & SQLITE_SHM_SHARED != 0
            if flags & SQLITE_SHM_UNLOCK != 0 {
                release(slots, &holding)
                return SQLITE_OK
            }
            for slot in slots {
                if isShared, holding.shared.contains(slot) { continue }
                let others = readers[slot] - (holding.shared.contains(slot) ? 1 : 0)
                let isAlone = isHeldAlone[slot] && !holding.exclusive.contains(slot)
                guard !isAlone, isShared || others == 0 else { return SQLITE_BUSY }
            }
            for slot in slots {
                if isShared {
                    if holding.shared.insert(slot).inserted { readers[slot] += 1 }
                } else {
                    holding.exclusive.insert(slot)
                    isHeldAlone[slot] = true
                }
            }
            return SQLITE_OK
        }
    }

    /// Ends a connection's use of the index, which is freed with the last one and later rebuilt from the log.
    func unmap(for holding: inout Holding) {
        lock.withLock {
            guard holding.isMapped else { return }
            release(0..<Int(SQLITE_SHM_NLOCK), &holding)
            holding.isMapped = false
            connections -= 1
            if connections == 0 { release() }
        }
    }

    private func release(_ slots: Range<Int>, _ holding: inout Holding) {
        for slot in slots {
            if holding.shared.remove(slot) != nil { readers[slot] -= 1 }
            if holding.exclusive.remove(slot) != nil { isHeldAlone[slot] = false }
        }
    }

    /// Locks out other processes, and other sealed file systems of this one.
    private func lockDatabase(_ path: String) -> Bool {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return false }
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            close(file)
            return false
        }
        lockFile = file
        return true
    }

    private func release() {
        for region in regions { region.deallocate() }
        regions = []
        if let lockFile { close(lockFile) }
        lockFile = nil
    }
}
