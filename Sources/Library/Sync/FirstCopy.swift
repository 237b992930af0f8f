internal import Compression
internal import SQLite
internal import Storage
internal import Threads

/// A copy of a library that another replica starts with, as compressed pages.
///
/// It is made when it is first asked for, as fast as the machine can, whoever it is sent to: until it is complete, the
/// library's write-ahead log cannot be emptied.
package final class FirstCopy: Sendable {
    private let database: Database
    private let spool: Spool
    private let lock: Lock
    private let maker = Locked<Thread?>(nil)

    /// - Parameter lock: Held while the copy is made, because others that copy the whole library read one snapshot for long.
    init(of database: Database, through spool: Spool, holding lock: Lock) {
        self.database = database
        self.spool = spool
        self.lock = lock
    }

    deinit {
        spool.cancel()
        maker.withLock { $0?.join() }
    }

    /// Returns once `next` need not wait, and keeps no thread meanwhile: others may be copying the whole library for long.
    package func waitForNext() async {
        start()
        await spool.waitForNext()
    }

    /// The next bytes, which are frames of Zstandard; nil at the end.
    package func next() throws(LibraryError) -> [UInt8]? {
        start()
        return try LibraryError.translating(path: database.path) { try spool.next() }
    }

    private func start() {
        maker.withLock { [database, spool, lock] maker in
            guard maker == nil else { return }
            maker = Thread {
                let end = Result { try lock.withLock { try Self.make(database, into: spool) } }
                spool.finish(with: end)
            }
        }
    }

    private static func make(_ database: Database, into spool: Spool) throws {
        try database.withPagesForReplica { pages in
            try OrderedParallelMap.run { put in
                while let run = try pages.nextRun() { try put(run) }
            } transform: { (_, run: PageRun) in
                Zstd.compress(run.withChecksums(), level: 1)
            } consume: {
                try spool.append($0)
            }
        }
    }
}
