import Testing

@testable import Compression

struct GzipTests {
    @Test(arguments: [0, 1, 100, 4096, 200_000], 1...9)
    func decompressesWhatItCompressed(count: Int, level: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) }

        let compressed = Gzip.compress(bytes, level: level)

        #expect(try Gzip.decompress(compressed, limit: count) == bytes)
    }

    @Test func makesTextSmaller() {
        let text = Array(String(repeating: "omena is an apple. ", count: 1000).utf8)

        #expect(Gzip.compress(text).count < text.count / 20)
    }

    @Test func isDeterministic() {
        let compressor = GzipCompressor()
        let text = Array("omena omena omena".utf8)

        let first = compressor.compress(text)
        _ = compressor.compress([UInt8](repeating: 7, count: 10_000))

        #expect(compressor.compress(text) == first)
        #expect(Gzip.compress(text) == first)
    }

    @Test func refusesMoreThanTheLimit() throws {
        let bomb = Gzip.compress([UInt8](repeating: 0, count: 10_000_000))

        #expect(throws: GzipError.tooLarge(limit: 9_999_999)) {
            try Gzip.decompress(bomb, limit: 9_999_999)
        }
        #expect(try Gzip.decompress(bomb, limit: 10_000_000).count == 10_000_000)
    }

    @Test func readsSeveralMembersInARow() throws {
        let joined = Gzip.compress(Array("ome".utf8)) + Gzip.compress(Array("na".utf8))

        #expect(try Gzip.decompress(joined, limit: 5) == Array("omena".utf8))
    }

    @Test func noticesEveryTruncation() {
        let whole = Gzip.compress(Array("a word and another word".utf8))

        for count in 0..<whole.count {
            #expect(throws: GzipError.truncated) {
                try Gzip.decompress(Array(whole.prefix(count)), limit: 1000)
            }
        }
    }

    @Test func noticesDamage() {
        var damaged = Gzip.compress(Array("a word and another word".utf8))
        damaged[damaged.count - 6] ^= 1

        #expect(throws: GzipError.damaged) { try Gzip.decompress(damaged, limit: 1000) }
        #expect(throws: GzipError.damaged) {
            try Gzip.decompress(Array("no gzip at all".utf8), limit: 1000)
        }
    }
}
