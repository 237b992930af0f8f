import Testing

@testable import HTTP

struct ByteRangeTests {
    @Test(
        arguments: [
            (nil, .whole),
            ("bytes=0-0", .part(0..<1)),
            ("bytes=0-", .part(0..<10)),
            ("bytes=3-5", .part(3..<6)),
            ("bytes=3-100", .part(3..<10)),
            ("bytes=9-9", .part(9..<10)),
            ("bytes=-1", .part(9..<10)),
            ("bytes=-100", .part(0..<10)),
            ("BYTES = 1-2", .part(1..<3)),
            ("bytes=3-99999999999999999999", .part(3..<10)),
            ("bytes=-99999999999999999999", .part(0..<10)),
            ("bytes=10-", .unsatisfiable),
            ("bytes=10-12", .unsatisfiable),
            ("bytes=99999999999999999999-", .unsatisfiable),
            ("bytes=-0", .unsatisfiable),
            ("bytes=5-3", .whole),
            ("bytes=0-1,3-4", .whole),
            ("bytes=", .whole),
            ("bytes=-", .whole),
            ("bytes=a-b", .whole),
            ("bytes=1", .whole),
            ("bytes=+1-2", .whole),
            ("words=0-1", .whole),
            ("", .whole),
        ] as [(String?, ByteRange)]
    )
    func readsOneRange(header: String?, range: ByteRange) {
        #expect(ByteRange(header, size: 10) == range)
    }

    @Test func findsNothingInAnEmptyBody() {
        #expect(ByteRange("bytes=0-", size: 0) == .unsatisfiable)
        #expect(ByteRange("bytes=-5", size: 0) == .unsatisfiable)
    }
}
