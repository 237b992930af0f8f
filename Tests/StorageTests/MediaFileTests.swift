import Notes
import Storage
import TestFolder
import TestKey
import Testing

struct MediaFileTests {
    @Test func keepsContentOnceUnderItsHash() throws {
        let folder = try TemporaryFolder()
        let hash = try #require(MediaHash(bytes: Array(repeating: 7, count: 32)))
        let other = try #require(MediaHash(bytes: Array(repeating: 8, count: 32)))
        let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0) }

        var media = try MediaFile(
            path: folder.path("a.omena-media"),
            in: TestKey.files(at: folder.path("a.omena-media"))
        )
        try media.put(bytes, under: hash)
        try media.put([], under: hash)
        try media.close()
        media = try MediaFile(
            path: folder.path("a.omena-media"),
            in: TestKey.files(at: folder.path("a.omena-media"))
        )
        defer { try? media.close() }

        #expect(try media.bytes(of: hash) == bytes)
        #expect(try media.bytes(of: other) == nil)
    }
}
