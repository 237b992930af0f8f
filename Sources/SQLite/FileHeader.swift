/// The first hundred bytes of a database file, read without SQLite, which would create files beside it.
package struct FileHeader: Hashable, Sendable {
    package static let size = 100

    /// Identifies the program that the file belongs to.
    package let applicationID: Int32
    /// A number of the program's choice; Omena stores the number of migrations.
    package let userVersion: Int32

    /// Parses the start of a file; nil if it is not a SQLite database.
    package init?(_ bytes: some Collection<UInt8>) {
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
