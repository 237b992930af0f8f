extension Migration {
    /// Gives each page of the file space for a checksum, for which `run` writes the whole file anew.
    static let checksums = Migration(name: "checksums", sql: "")
}
