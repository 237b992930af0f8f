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
