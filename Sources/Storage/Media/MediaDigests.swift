package import Notes
internal import SQLite

/// Many hashes of media in order, one after the other in one array, because a library may have tens of thousands.
package struct MediaDigests {
    static let size = 32

    let bytes: [UInt8]

    package var hashes: [MediaHash] {
        stride(from: 0, to: bytes.count, by: Self.size).flatMap { Self.first(of: bytes[$0...]) }
    }

    static func first(of bytes: ArraySlice<UInt8>) -> [MediaHash] {
        MediaHash(bytes: Array(bytes.prefix(size))).map { [$0] } ?? []
    }
}

extension Reading where Self: ~Copyable {
    /// The hashes of all media that have a name.
    package func mediaDigests() throws -> MediaDigests {
        var bytes: [UInt8] = []
        try connection.forEach("SELECT DISTINCT digest FROM media ORDER BY digest") { row in
            row.withBytes(0) { if $0.count == MediaDigests.size { bytes += $0 } }
        }
        return MediaDigests(bytes: bytes)
    }
}
