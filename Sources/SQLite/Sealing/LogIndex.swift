import CSQLite
internal import Glibc
internal import Threads

/// The index of a write-ahead log, in memory instead of SQLite's shared-memory file beside the database.
///
/// The connections of one process share it. Another process could not see it, so the database itself is locked as long as
/// the index exists, and a second process cannot open it.
final class LogIndex: Sendable {
    /// The locks of the index that one connection holds.
    struct HeldLocks {
        var shared: Set<Int> = []
        var exclusive: Set<Int> = []
        var isMapped = false
    }

    fileprivate struct State {
        var regions: [UnsafeMutableRawBufferPointer] = []
        var connections = 0
        /// For each lock, how many connections share it.
        var sharedCounts = [Int](repeating: 0, count: Int(SQLITE_SHM_NLOCK))
        /// For each lock, whether a connection holds it exclusively.
        var isExclusive = [Bool](repeating: false, count: Int(SQLITE_SHM_NLOCK))
        var lockFile: CInt?
    }

    private let state = Locked(State())

    deinit { state.withLock { $0.free() } }

    /// Returns a region of the index, which is created if `isExtending`; nil if it doesn't exist.
    func map(
        _ number: Int,
        size: Int,
        isExtending: Bool,
        of path: String,
        for held: inout HeldLocks
    ) -> (code: Int32, region: UnsafeMutableRawPointer?) {
        state.withLock { state in
            if !held.isMapped {
                // Not `SQLITE_BUSY`, which would make SQLite retry for ten seconds.
                guard state.connections > 0 || state.lockDatabase(path) else {
                    return (SQLITE_CANTOPEN, nil)
                }
                state.connections += 1
                held.isMapped = true
            }
            guard isExtending || number < state.regions.count else { return (SQLITE_OK, nil) }
            while state.regions.count <= number {
                let region = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 64)
                region.initializeMemory(as: UInt8.self, repeating: 0)
                state.regions.append(region)
            }
            return (SQLITE_OK, state.regions[number].baseAddress)
        }
    }

    /// Acquires or releases locks of the index.
    func change(_ slots: Range<Int>, flags: Int32, for held: inout HeldLocks) -> Int32 {
        state.withLock { state in
            if flags & SQLITE_SHM_UNLOCK != 0 {
                state.release(slots, &held)
                return SQLITE_OK
            }
            let isShared = flags & SQLITE_SHM_SHARED != 0
            for slot in slots {
                if isShared, held.shared.contains(slot) { continue }
                let others = state.sharedCounts[slot] - (held.shared.contains(slot) ? 1 : 0)
                let isTaken = state.isExclusive[slot] && !held.exclusive.contains(slot)
                guard !isTaken, isShared || others == 0 else { return SQLITE_BUSY }
            }
            for slot in slots {
                if isShared {
                    if held.shared.insert(slot).inserted { state.sharedCounts[slot] += 1 }
                } else {
                    held.exclusive.insert(slot)
                    state.isExclusive[slot] = true
                }
            }
            return SQLITE_OK
        }
    }

    /// Ends a connection's use of the index, which is freed with the last one and later rebuilt from the log.
    func unmap(for held: inout HeldLocks) {
        state.withLock { state in
            guard held.isMapped else { return }
            state.release(0..<Int(SQLITE_SHM_NLOCK), &held)
            held.isMapped = false
            state.connections -= 1
            if state.connections == 0 { state.free() }
        }
    }
}

extension LogIndex.State {
    fileprivate mutating func release(_ slots: Range<Int>, _ held: inout LogIndex.HeldLocks) {
        for slot in slots {
            if held.shared.remove(slot) != nil { sharedCounts[slot] -= 1 }
            if held.exclusive.remove(slot) != nil { isExclusive[slot] = false }
        }
    }

    /// Locks out other processes, and other sealed file systems of this one.
    fileprivate mutating func lockDatabase(_ path: String) -> Bool {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return false }
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            close(file)
            return false
        }
        lockFile = file
        return true
    }

    fileprivate mutating func free() {
        for region in regions { region.deallocate() }
        regions = []
        if let lockFile { close(lockFile) }
        lockFile = nil
    }
}
