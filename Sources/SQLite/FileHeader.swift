/// What the first hundred bytes of a database file say, read without SQLite, which would touch the file.
public struct FileHeader: Hashable, Sendable {
    /// How many bytes of a file it takes to read one.
    public static let size = 100

    /// The mark of the program that the file belongs to.
    public let applicationID: Int32
    /// The number that the program keeps there; Omena counts its migrations with it.
    public let userVersion: Int32

    /// Reads the start of a file; nil where it is no SQLite database.
    public init?(_ bytes: some Collection<UInt8>) {
        let bytes = [UInt8](bytes.prefix(Self.size))
        guard bytes.count == Self.size, bytes.starts(with: Array("SQLite format 3\0".utf8)) else {
            return nil
        }
        func integer(at offset: Int) -> Int32 {
            bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int32($1) }
        }
        applicationID = integer(at: 68)
        userVersion = integer(at: 60)
    }
}
