import Recall
import Testing

@testable import RecallTraining

struct ReviewLogReaderTests {
    private static let header = "card_id,review_time,review_rating,review_state,review_duration\n"

    /// Reads a text in chunks of the given size.
    private func read(_ text: String, inChunksOf size: Int = .max) throws -> [Row] {
        var reader = ReviewLogReader { Int32($0 / 86_400_000) }
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: min(size, max(bytes.count, 1))) {
            let chunk = bytes[start..<min(start + min(size, bytes.count), bytes.count)]
            try chunk.withUnsafeBytes { try reader.read($0) }
        }
        let log = try reader.finish()
        var rows: [Row] = []
        log.forEachRow(in: nil) { card, day, grade in
            rows.append(Row(card: log.cards[card], day: day, grade: grade))
        }
        return rows
    }

    private struct Row: Equatable {
        let card: Int64
        let day: Int32
        let grade: UInt8
    }

    private static let plain = """
        1600000000000,86400000,3,0,1500
        7,172800000,1,1,900
        -7,172800001,4,2,0
        """
    private static let rows = [
        Row(card: 1_600_000_000_000, day: 1, grade: 3), Row(card: 7, day: 2, grade: 1),
        Row(card: -7, day: 2, grade: 4),
    ]

    /// A library knows the time zone of each review, and therefore its day.
    @Test func usesTheLearnersDayIfGiven() throws {
        let text =
            "card_id,review_time,review_rating,review_day\n7,172800000,3,1\n7,172800001,4,-5\n"

        #expect(
            try read(text) == [Row(card: 7, day: 1, grade: 3), Row(card: 7, day: -5, grade: 4)]
        )
        #expect(throws: ReviewLogError.self) { try read(text.replacing("-5", with: "")) }
    }

    @Test(arguments: [
        header + plain,
        header + plain + "\n",
        "\u{FEFF}" + header + plain + "\n\n",
        (header + plain + "\n").replacing("\n", with: "\r\n"),
        header.replacing(",", with: " , ") + plain.replacing(",", with: " , "),
        "\"card_id\",\"review_time\",\"review_rating\",\"review_state\",\"review_duration\"\n"
            + "\"1600000000000\",86400000,\"3\",\"a, \"\"b\"\"\",\n7,172800000,1\n"
            + "-7,172800001,4,2,0",
    ])
    func readsEveryVariantOfCSV(text: String) throws {
        #expect(try read(text) == Self.rows)
    }

    @Test func acceptsColumnsInAnyOrder() throws {
        let text = "review_rating,note,card_id,review_time\n3,x,1600000000000,86400000\n"

        #expect(try read(text) == [Self.rows[0]])
    }

    /// Simulated logs may start on the first days of 1970.
    @Test func acceptsTheFirstDaysOf1970() throws {
        let days = (0..<40).map { "7,\($0 * 86_400_000),3,0,0\n" }

        #expect(try read(Self.header + days.joined()).map(\.day) == Array(0..<40))
    }

    @Test(arguments: 1...40)
    func doesNotDependOnTheSizeOfChunks(size: Int) throws {
        #expect(try read(Self.header + Self.plain, inChunksOf: size) == Self.rows)
    }

    @Test(arguments: [
        (
            "",
            "line 1: there is nothing; it should name the columns card_id, review_time, review_rating"
        ),
        ("card_id,review_time\n1,2\n", "line 1: it names no column review_rating"),
        (
            "card_id,card_id,review_time,review_rating\n",
            "line 1: it names the column card_id twice"
        ),
        (header + "1,2,5,0,0\n", "line 2: review_rating is '5', not 1, 2, 3 or 4"),
        (header + "1,2,0,0,0\n", "line 2: review_rating is '0', not 1, 2, 3 or 4"),
        (header + "1,2,3,0,0\n\n1,,3,0,0\n", "line 4: review_time is '', not a whole number"),
        (
            header + "1,1700000000,3,0,0\n7,1700100000,1,0,0\n",
            "line 1: review_time counts seconds; it should count milliseconds"
        ),
        (
            header + "1,1700000000000,3,0,0\n7,1700100000000000,1,0,0\n",
            "line 3: review_time is '1700100000000000', not milliseconds since 1970"
        ),
        (header + "1,2.5,3,0,0\n", "line 2: review_time is '2.5', not a whole number"),
        (header + "x,2,3,0,0", "line 2: card_id is 'x', not a whole number"),
        (header + "1,2", "line 2: there is no review_rating"),
        (header + "1,2,3,0,0,6\n", "line 2: it has more fields than the first line"),
        (
            header + "99999999999999999999,2,3,0,0\n",
            "line 2: card_id is '99999999999999999999', not a whole number"
        ),
        (header + "\"1,2,3,0,0\n", "line 2: card_id is '1,2,3,0,0', not a whole number"),
        (header + "\u{1B}[2J,2,3,0,0\n", "line 2: card_id is '?[2J', not a whole number"),
    ])
    func namesTheInvalidLine(text: String, message: String) throws {
        for size in [1, 7, Int.max] {
            #expect {
                try read(text, inChunksOf: size)
            } throws: {
                "\($0)" == message
            }
        }
    }

    @Test func rejectsALineThatIsTooLong() {
        let text = Self.header + String(repeating: "1", count: 100_000)

        #expect(throws: ReviewLogError.self) { try read(text, inChunksOf: 1000) }
    }

    @Test func readsOrRejectsAnyBytes() throws {
        var learner = SimulatedLearner(.default, seed: 31)
        let alphabet = Array("0123456789,,,\n\n\r\" -x\u{FEFF}".utf8)
        for _ in 0..<2000 {
            var bytes = Array(Self.header.utf8)
            for _ in 0..<learner.below(80) { bytes.append(alphabet[learner.below(alphabet.count)]) }
            var reader = ReviewLogReader { Int32(clamping: $0) }
            do {
                try bytes.withUnsafeBytes { try reader.read($0) }
                _ = try reader.finish()
            } catch let error as ReviewLogError {
                #expect(error.line >= 1)
            }
        }
    }
}
