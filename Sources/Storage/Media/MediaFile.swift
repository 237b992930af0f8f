package import Notes
package import SQLite

/// The second file of a library: pictures and sounds, each stored once under its hash and never rewritten.
package final class MediaFile: Sendable {
    /// The maximum size of a picture or sound in bytes.
    package static let maximumSize = 128 << 20

    /// Marks the file in its header: "Omem".
    static let applicationID: Int32 = 0x4F_6D_65_6D

    private let pool: ConnectionPool
    private let shared: (any SharedMedia)?

    /// Opens the file, and creates it if it doesn't exist.
    ///
    /// - Parameter shared: Where its contents are durable, so that the file need not have all of them.
    package init(
        path: String,
        in files: SealedFiles? = nil,
        before shared: (any SharedMedia)? = nil
    ) throws {
        self.shared = shared
        pool = try Self.pool(at: path, in: files, access: .write)
        try write { connection in
            try connection.execute(
                script: """
                    CREATE TABLE IF NOT EXISTS content (
                        id INTEGER PRIMARY KEY,
                        digest BLOB NOT NULL UNIQUE,
                        bytes BLOB NOT NULL
                    ) STRICT;
                    PRAGMA user_version = 1;
                    """
            )
        }
    }

    /// Opens an existing file for reading.
    package init(reading path: String, in files: SealedFiles? = nil) throws {
        shared = nil
        pool = try Self.pool(at: path, in: files, access: .read)
    }

    private static func pool(
        at path: String,
        in files: SealedFiles?,
        access: Connection.Access
    ) throws -> ConnectionPool {
        try StorageError.translating {
            try ConnectionPool(
                path: path,
                in: files,
                access: access,
                applicationID: applicationID,
                limit: Int32(maximumSize + 1024)
            )
        }
    }

    private func read<Result>(_ body: (Connection) throws -> Result) throws -> Result {
        try StorageError.translating { try pool.read(body) }
    }

    private func write<Result>(_ body: (Connection) throws -> Result) throws -> Result {
        try StorageError.translating { try pool.write(body) }
    }

    /// Stores content unless it exists already.
    package func put(_ bytes: [UInt8], under hash: MediaHash) throws {
        try put([(bytes, hash)])
    }

    package func put(_ contents: [(bytes: [UInt8], hash: MediaHash)]) throws {
        guard !contents.isEmpty else { return }
        if let shared {
            for (bytes, hash) in contents { try shared.put(bytes, under: hash) }
        }
        try write { connection in
            for (bytes, hash) in contents { try Self.put(bytes, under: hash, on: connection) }
        }
    }

    private static func put(
        _ bytes: [UInt8],
        under hash: MediaHash,
        on connection: Connection
    ) throws {
        try connection.run(
            """
            INSERT INTO content (digest, bytes)
            VALUES (:digest, :bytes)
            ON CONFLICT DO NOTHING
            """,
            ["digest": hash, "bytes": bytes]
        )
    }

    package func bytes(of hash: MediaHash) throws -> [UInt8]? {
        if let bytes = try read({ try Self.bytes(of: hash, on: $0) }) { return bytes }
        guard let bytes = try shared?.content(of: hash) else { return nil }
        // The next time it is here.
        try write { try Self.put(bytes, under: hash, on: $0) }
        return bytes
    }

    /// Passes the contents of some hashes to `body`, each with its hash's index; missing ones are left out.
    package func forEachContent(
        of hashes: [MediaHash],
        _ body: (_ index: Int, _ bytes: [UInt8]) throws -> Void
    ) throws {
        guard shared == nil else {
            for (index, hash) in hashes.enumerated() {
                if let bytes = try bytes(of: hash) { try body(index, bytes) }
            }
            return
        }
        try read { connection in
            for (index, hash) in hashes.enumerated() {
                guard let bytes = try Self.bytes(of: hash, on: connection) else { continue }
                try body(index, bytes)
            }
        }
    }

    private static func bytes(of hash: MediaHash, on connection: Connection) throws -> [UInt8]? {
        try connection.row(
            """
            SELECT bytes
            FROM content
            WHERE digest = :digest
            """,
            ["digest": hash]
        ) { $0.bytes(0) }
    }

    package func hashes() throws -> Set<MediaHash> {
        let digests = try read { connection in
            try connection.rows(
                """
                SELECT digest
                FROM content
                """
            ) { MediaHash(bytes: $0.bytes(0)) }
        }
        return Set(digests.compactMap { $0 })
    }

    /// Those of some media whose content is not here.
    package func missing(among hashes: [MediaHash]) throws -> [MediaHash] {
        let missing = try read { connection in
            try hashes.filter { hash in
                try !connection.hasRow(
                    "SELECT 1 FROM content WHERE digest = :digest",
                    ["digest": hash]
                )
            }
        }
        return try withoutShared(missing)
    }

    private func withoutShared(_ hashes: [MediaHash]) throws -> [MediaHash] {
        guard let shared else { return hashes }
        return try hashes.filter { try !shared.contains($0) }
    }

    /// The same for all media that have names in a library; with all in order, nothing has to be looked up.
    package func missing(among names: MediaDigests) throws -> [MediaHash] {
        var missing: [MediaHash] = []
        var rest = names.bytes[...]
        try read { connection in
            try connection.forEach("SELECT digest FROM content ORDER BY digest") { row in
                row.withBytes(0) { digest in
                    guard digest.count == MediaDigests.size else { return }
                    while !rest.isEmpty {
                        let first = rest.prefix(MediaDigests.size)
                        if digest.lexicographicallyPrecedes(first) { return }
                        rest = rest.dropFirst(MediaDigests.size)
                        if digest.elementsEqual(first) { return }
                        missing += MediaDigests.first(of: first)
                    }
                }
            }
        }
        return try withoutShared(missing + MediaDigests(bytes: Array(rest)).hashes)
    }

    /// Copies contents that are missing here from another file; returns the hashes that both files lack.
    ///
    /// - Parameter matches: Whether content matches its hash; content that does not is not copied.
    @discardableResult
    package func take(
        _ wanted: some Sequence<MediaHash>,
        from other: MediaFile,
        where matches: ([UInt8], MediaHash) -> Bool
    ) throws -> Set<MediaHash> {
        var missing = try Set(wanted).subtracting(hashes())
        let found = try missing.intersection(other.hashes())
        // Enough at a time that flushing takes little time, but so few that the write-ahead log stays small.
        var rest = found.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }[...]
        while !rest.isEmpty {
            let part = rest.prefix(32)
            rest = rest.dropFirst(32)
            try write { connection in
                for hash in part {
                    guard let bytes = try other.bytes(of: hash), matches(bytes, hash) else {
                        continue
                    }
                    try shared?.put(bytes, under: hash)
                    try Self.put(bytes, under: hash, on: connection)
                    missing.remove(hash)
                }
            }
        }
        return missing
    }

    package func remove(_ hashes: some Sequence<MediaHash>) throws {
        try discard(hashes)
        if let shared {
            for hash in hashes { try shared.remove(hash) }
        }
    }

    /// Removes contents from this file alone, so that they are read again from where they are durable.
    package func discard(_ hashes: some Sequence<MediaHash>) throws {
        try write { connection in
            for hash in hashes {
                try connection.run(
                    """
                    DELETE FROM content
                    WHERE digest = :digest
                    """,
                    ["digest": hash]
                )
            }
        }
    }

    package func copy(
        to path: String,
        in files: SealedFiles? = nil,
        progress: (Double) -> Void
    ) throws {
        try StorageError.translating { try pool.copy(to: path, in: files, progress: progress) }
    }

    /// What is wrong with the structure of the file, in SQLite's words; empty if nothing is.
    package func flaws() throws -> [String] {
        try StorageError.translating { try pool.inspect { try FileFlaws.all(of: $0) } }
    }

    package func close() throws { try StorageError.translating { try pool.close() } }
}
