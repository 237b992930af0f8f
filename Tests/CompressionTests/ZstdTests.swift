import Compression
import Testing

struct ZstdTests {
    /// "omena " a hundred times, compressed by the zstd of Debian 12.
    private let packed: [UInt8] = [
        0x28, 0xB5, 0x2F, 0xFD, 0x60, 0x58, 0x01, 0x6D, 0x00, 0x00, 0x30, 0x6F, 0x6D, 0x65, 0x6E,
        0x61, 0x20, 0x01,
        0x00, 0x4F, 0x52, 0x95, 0x22,
    ]

    @Test func decompressesWhatWasCompressed() throws {
        let text = Array(String(repeating: "omena ", count: 100).utf8)

        #expect(try decompressed(packed, limit: 600) == text)
        #expect(try decompressed(packed + packed, limit: 1_200) == text + text)
    }

    @Test func refusesMoreThanTheLimit() {
        #expect(throws: ArchiveError.tooLarge(entry: "a", limit: 599)) {
            try decompressed(packed, limit: 599)
        }
        #expect(throws: ArchiveError.tooLarge(entry: "a", limit: 599)) {
            try Zstd.decompress(packed, named: "a", limit: 599)
        }
    }

    @Test func refusesLargeWindows() {
        // A frame that asks for a window of one gigabyte.
        let greedy: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0x00, 0xA0, 0x01, 0x00, 0x00]

        #expect(throws: ArchiveError.damaged(entry: "a")) { try decompressed(greedy, limit: 600) }
    }

    @Test(arguments: [1, 2, 7, 1_000])
    func refusesIncompleteFrames(step: Int) {
        for count in stride(from: 1, to: packed.count, by: step) {
            #expect(throws: ArchiveError.damaged(entry: "a")) {
                try decompressed(Array(packed.prefix(count)), limit: 1_000)
            }
        }
    }

    /// The decompressor passes on 128 KiB at a time.
    @Test(arguments: [-1, 0, 1], [1, 2, 8])
    func endsWithAFrameThatFillsItsOutput(more: Int, times: Int) throws {
        let content = [UInt8](repeating: 7, count: times * 131_072 + more)

        #expect(try decompressed(Zstd.compress(content), limit: content.count) == content)
    }

    /// Contexts for up to 4 KiB are kept, and up to a mebibyte is decompressed at once.
    @Test(arguments: [0, 1, 255, 256, 4_096, 4_097, 1 << 20, 1 << 20 + 1], [false, true])
    func decompressesEverySizeThatItCompresses(size: Int, addsChecksum: Bool) throws {
        let content = (0..<size).map { UInt8(truncatingIfNeeded: $0 / 3) }

        let packed = Zstd.compress(content, addingChecksum: addsChecksum)

        #expect(Zstd.hasChecksum(packed) == addsChecksum)
        #expect(packed.count <= max(size / 2, 255) + 20)
        #expect(try Zstd.decompress(packed, named: "a", limit: size) == content)
        #expect(try decompressed(packed, limit: size) == content)
    }

    @Test func severalFramesAreDecompressed() throws {
        let text = Array(String(repeating: "omena ", count: 200).utf8)

        #expect(try Zstd.decompress(packed + packed, named: "a", limit: 1_200) == text)
        #expect(throws: ArchiveError.tooLarge(entry: "a", limit: 1_199)) {
            try Zstd.decompress(packed + packed, named: "a", limit: 1_199)
        }
    }

    @Test func aChecksumNoticesAnyOtherContent() {
        let content = [UInt8](repeating: 7, count: 300)
        let packed = Zstd.compress(content, addingChecksum: true)

        for bit in 0..<packed.count * 8 {
            var changed = packed
            changed[bit / 8] ^= 1 << UInt8(bit % 8)
            let result = try? Zstd.decompress(changed, named: "a", limit: 1_000)
            #expect(result == nil || result == content)
        }
    }

    @discardableResult
    private func decompressed(_ bytes: [UInt8], limit: Int) throws -> [UInt8] {
        var output: [UInt8] = []
        let decompressor = ZstdDecompressor(named: "a", limit: limit)
        try bytes.withUnsafeBytes { bytes in
            for place in bytes.indices {
                try decompressor.take(UnsafeRawBufferPointer(rebasing: bytes[place...place])) {
                    output += $0
                }
            }
        }
        try decompressor.finish()
        return output
    }
}
