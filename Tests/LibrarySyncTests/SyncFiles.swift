import Foundation

/// The files of a replica at one moment.
struct SyncFiles {
    var database: Data
    /// The write-ahead log; empty where there is none.
    var log: Data
    /// What the library remembers of itself.
    var lock: Data
    /// A file that was renamed over another one has another number.
    private let number: Int?

    init(of replica: SyncReplica) throws {
        database = try Data(contentsOf: URL(filePath: replica.path))
        log = (try? Data(contentsOf: URL(filePath: replica.path + "-wal"))) ?? Data()
        lock = try Data(contentsOf: URL(filePath: replica.path + "-lock"))
        let attributes = try FileManager.default.attributesOfItem(atPath: replica.path)
        number = (attributes[.systemFileNumber] as? NSNumber)?.intValue
    }

    /// Puts the files back under the same numbers, while nobody has them open.
    ///
    /// - Parameter isWhole: Whether also what the library remembers of itself is put back.
    func put(at path: String, isWhole: Bool = false) throws {
        try Self.write(database, to: path)
        if isWhole { try Self.write(lock, to: path + "-lock") }
        for ending in ["-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: path + ending)
        }
        if !log.isEmpty { try log.write(to: URL(filePath: path + "-wal")) }
    }

    private static func write(_ bytes: Data, to path: String) throws {
        let handle = try FileHandle(forWritingTo: URL(filePath: path))
        try handle.truncate(atOffset: 0)
        try handle.write(contentsOf: bytes)
        try handle.close()
    }

    /// The part of the log that was written since an earlier moment; nil if nothing was, or more than the log has changed.
    func written(since earlier: SyncFiles) -> Range<Int>? {
        guard number == earlier.number, database == earlier.database,
            log.count >= earlier.log.count, log != earlier.log
        else { return nil }
        // Compared frame by frame: a page is written before the ones that follow it.
        let starts = [0] + Array(stride(from: Self.header, through: log.count, by: frame))
        let changed = zip(starts, starts.dropFirst()).filter { start, end in
            log[start..<end] != earlier.log.dropFirst(start).prefix(end - start)
        }
        guard let first = changed.first, let last = changed.last else { return nil }
        return first.0..<last.1
    }

    /// A position in the log, moved beyond bytes that have been the same before, such as the zeros at the end of a page.
    func endOfWriting(from position: Int, since earlier: SyncFiles) -> Int {
        let same = zip(log.dropFirst(position), earlier.log.dropFirst(position)).prefix { $0 == $1 }
        return position + same.count
    }

    /// What is on the disk when the log was written only up to a position.
    func interrupted(at position: Int, since earlier: SyncFiles) -> SyncFiles {
        var files = earlier
        files.log = log.prefix(position) + earlier.log.dropFirst(position)
        return files
    }

    /// How many transactions end in a part of the log.
    func transactions(in part: Range<Int>) -> Int {
        stride(from: Self.header, to: log.count, by: frame).count { start in
            // The last frame of a transaction has the size of the database.
            part.contains(start + frame - 1) && number(at: start + 4) > 0
        }
    }

    // See https://sqlite.org/fileformat2.html#walformat.
    private static let header = 32
    private var frame: Int { 24 + number(at: 8) }

    /// Four bytes, the most significant one first.
    private func number(at position: Int) -> Int {
        log.dropFirst(position).prefix(4).reduce(0) { $0 << 8 | Int($1) }
    }
}
