internal import SQLite

extension Database {
    /// What a file is, as far as its first bytes tell.
    package enum FileKind: Hashable, Sendable {
        /// A library that this version can open.
        case library
        /// A library of a later version.
        case newer
        /// Something else.
        case foreign
    }

    /// How many bytes of a file it takes to tell.
    package static let headerSize = FileHeader.size

    /// Tells what a file is, by its first bytes, so that SQLite need not touch it.
    package static func kind(ofHeader bytes: some Collection<UInt8>) -> FileKind {
        guard let header = FileHeader(bytes), header.applicationID == applicationID else {
            return .foreign
        }
        return header.userVersion > Migration.released.count ? .newer : .library
    }

    /// Whether opening the file will change its form, as far as its first bytes tell.
    package static func isOlder(header bytes: some Collection<UInt8>) -> Bool {
        guard kind(ofHeader: bytes) == .library, let header = FileHeader(bytes) else {
            return false
        }
        return (1..<Int32(Migration.released.count)).contains(header.userVersion)
    }
}
