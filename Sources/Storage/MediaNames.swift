public import Notes
internal import SQLite

extension Reading where Self: ~Copyable {
    /// Which content notes mean by a file's name.
    public func mediaHash(named name: String) throws -> MediaHash? {
        try connection.row(
            """
            SELECT digest
            FROM media
            WHERE name = :name
            """,
            ["name": name]
        ) { MediaHash(bytes: $0.bytes(0)) }.flatMap { $0 }
    }

    /// Every name, and which content it means.
    public func media() throws -> [String: MediaHash] {
        var media: [String: MediaHash] = [:]
        try connection.forEach(
            """
            SELECT name, digest
            FROM media
            """
        ) { row in media[row.text(0)] = MediaHash(bytes: row.bytes(1)) }
        return media
    }
}

extension Writer {
    /// Says which content a file's name means from now on.
    public func setMedia(
        named name: String,
        to hash: MediaHash,
        size: Int,
        at moment: Moment
    ) throws {
        try connection.run(
            """
            INSERT INTO media (name, digest, size, made)
            VALUES (:name, :digest, :size, :made)
            ON CONFLICT (name) DO UPDATE SET digest = excluded.digest, size = excluded.size
            """,
            ["name": name, "digest": hash, "size": size, "made": moment]
        )
    }

    /// Forgets what a name meant; the content stays until nothing means it.
    public func removeMedia(named name: String) throws {
        try connection.run(
            """
            DELETE FROM media
            WHERE name = :name
            """,
            ["name": name]
        )
    }
}
