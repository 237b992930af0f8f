internal import SQLite

extension Database {
    /// What kind of file it is according to its first bytes.
    package enum FileKind: Hashable, Sendable {
        case library
        case newer
        case foreign
    }

    /// How many bytes at the start of a file are needed.
    package static let headerSize = FileHeader.size

    /// Recognizes a file without opening it in SQLite, which would create files beside it.
    package static func kind(ofHeader bytes: some Collection<UInt8>) -> FileKind {
        guard let header = FileHeader(bytes), header.applicationID == applicationID else {
            return .foreign
        }
        return header.userVersion > Migration.released.count ? .newer : .library
    }

    /// Whether opening the file will migrate it, according to its first bytes.
    package static func isOlder(header bytes: some Collection<UInt8>) -> Bool {
        guard kind(ofHeader: bytes) == .library, let header = FileHeader(bytes) else {
            return false
        }
        return (1..<Int32(Migration.released.count)).contains(header.userVersion)
    }
}
