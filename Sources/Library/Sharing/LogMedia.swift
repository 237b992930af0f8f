internal import Notes
internal import Storage

/// Passes media on to the log of their library.
struct LogMedia: SharedMedia {
    private let log: any LibraryLog

    init(of log: any LibraryLog) { self.log = log }

    func put(_ bytes: [UInt8], under hash: MediaHash) throws { try log.put(bytes, under: hash) }

    /// Nil also if what is there is something else.
    func content(of hash: MediaHash) throws -> [UInt8]? {
        try log.content(of: hash).flatMap { Library.isTrue($0, hash) ? $0 : nil }
    }

    func contains(_ hash: MediaHash) throws -> Bool { try log.contains(hash) }

    func remove(_ hash: MediaHash) throws { try log.remove(hash) }
}
