public import Notes
internal import SQLite

/// The second file of a library: pictures and sound, each kept once under its hash and never rewritten.
public final class MediaFile: Sendable {
    /// The most bytes one picture or sound may have.
    public static let maximumSize = 128 << 20

    /// The mark of such a file in its header: "Omem".
    static let applicationID: Int32 = 0x4F_6D_65_6D

    private let pool: ConnectionPool

    /// Opens the file at `path` and makes it where there is none.
    public init(path: String) throws {
        pool = try StorageError.translating {
            let pool = try ConnectionPool(
                path: path,
                applicationID: Self.applicationID,
                limit: Int32(Self.maximumSize + 1024)
            )
            try pool.write { connection in
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
            return pool
        }
    }

    /// Keeps some content, unless it is here already.
    public func put(_ bytes: [UInt8], under hash: MediaHash) throws {
        _ = try StorageError.translating {
            try pool.write { connection in
                try connection.run(
                    """
                    INSERT INTO content (digest, bytes)
                    VALUES (:digest, :bytes)
                    ON CONFLICT DO NOTHING
                    """,
                    ["digest": hash, "bytes": bytes]
                )
            }
        }
    }

    /// The content of that hash.
    public func bytes(of hash: MediaHash) throws -> [UInt8]? {
        try StorageError.translating {
            try pool.read { connection in
                try connection.row(
                    """
                    SELECT bytes
                    FROM content
                    WHERE digest = :digest
                    """,
                    ["digest": hash]
                ) { $0.bytes(0) }
            }
        }
    }

    /// Closes the file.
    public func close() throws { try StorageError.translating { try pool.close() } }
}
