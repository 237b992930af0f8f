import TestChance
import Testing

@testable import JSON

struct JSONReaderTests {
    private static func read<Value>(
        _ text: String,
        _ body: (inout JSONReader) throws(JSONError) -> Value
    ) throws(JSONError) -> Value {
        try Array(text.utf8).withUnsafeBufferPointer { bytes throws(JSONError) in
            var reader = JSONReader(bytes)
            return try body(&reader)
        }
    }

    @Test func readsNumbersToTheNearestDouble() throws {
        var chance = SplitMix(seed: 1)
        for _ in 0..<10_000 {
            let digits = UInt64.random(in: 0...99_999_999_999_999_999, using: &chance)
            let length = Int.random(in: 1...20, using: &chance)
            let text = "\(digits % 1_000_000).\(digits)".prefix(length)
            guard text.last != ".", let number = Double(text) else { continue }

            let read = try Self.read("-\(text)") { reader throws(JSONError) in
                try reader.double()
            }
            #expect(read == -number)
            #expect(
                try Self.read(String(text)) { reader throws(JSONError) in try reader.double() }
                    == number
            )
        }
    }

    @Test(arguments: [0, -1, 10, 9_007_199_254_740_993, .max, .min] as [Int64])
    func readsWholeNumbers(_ number: Int64) throws {
        let read = try Self.read(" \(number)") { reader throws(JSONError) in try reader.integer() }
        #expect(read == number)
    }

    @Test(arguments: [
        "1.0", "1e2", "9223372036854775808", "-9223372036854775809", "99999999999999999999", "x",
        "", "-",
    ])
    func refusesWhatIsNoWholeNumber(_ text: String) {
        #expect(throws: JSONError.self) {
            try Self.read(text) { reader throws(JSONError) in try reader.integer() }
        }
    }

    @Test(arguments: ["\"a]}\\\"\"", "[1, {\"b\": \"}\"}]", "{\"a\": [[]]}", "-1.5e3", "null"])
    func skipsValues(_ value: String) throws {
        var names: [String] = []
        try Self.read("{\"skipped\": \(value), \"last\": 1}") { reader throws(JSONError) in
            try reader.forEachMember { name, reader in
                names.append(name)
                reader.skipValue()
            }
        }

        #expect(names == ["skipped", "last"])
    }

    @Test func limitsDepth() {
        let deepest = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)

        #expect(throws: Never.self) { try JSONReader.read(Array(deepest.utf8)) }
        #expect(throws: JSONError(line: 1, column: 65, reason: .tooDeep)) {
            try JSONReader.read(Array("[\(deepest)]".utf8))
        }
    }
}
