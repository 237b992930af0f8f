/// The first hundred bytes of a database file, read without SQLite, which would create files beside it.
package struct FileHeader: Hashable, Sendable {
    package static let size = 100

    /// Identifies the program that the file belongs to.
    package let applicationID: Int32
    /// A number of the program's choice; Omena stores the number of migrations.
    package let userVersion: Int32
    /// How many bytes at the end of each page SQLite leaves alone.
    let reservedBytes: Int
    /// The number of the first page that lists unused ones, from 1 on; 0 if there is none.
    let firstList: Int

    /// Parses the start of a file; nil if it is not a SQLite database.
    package init?(_ bytes: some Collection<UInt8>) {
        let bytes = [UInt8](bytes.prefix(Self.size))
        guard bytes.count == Self.size, bytes.starts(with: Array("SQLite format 3\0".utf8)) else {
            return nil
        }
        applicationID = Int32(truncatingIfNeeded: bytes.bigEndian(at: 68))
        userVersion = Int32(truncatingIfNeeded: bytes.bigEndian(at: 60))
        reservedBytes = Int(bytes[20])
        firstList = bytes.bigEndian(at: 32)
    }
}

extension [UInt8] {
    /// The number in four bytes, the most significant first.
    func bigEndian(at offset: Int) -> Int {
        self[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
    }
}
