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
}
