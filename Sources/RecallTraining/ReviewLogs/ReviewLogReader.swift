internal import Recall

/// Reads a review log from CSV in the format of the FSRS tools, from chunks of bytes of any size.
///
/// The first line names the columns in any order, with any others among them: `card_id`, `review_time` (milliseconds since
/// 1970), `review_rating` (1 again to 4 easy) and optionally `review_day`, the number of the learner's day if the writer
/// of the log knew it better than the reader does. Fields can be quoted. An invalid line ends the reading, and so do
/// moments that can only be seconds or microseconds, because no log is better than a wrong one.
package struct ReviewLogReader {
    private var log = ReviewLog()
    private let day: (Int64) -> Int32
    private var columns: [Column] = []
    private var line = 0
    private var earliest = Int64.max
    private var latest = Int64.min
    /// The start of a line whose end has not been read yet.
    private var unfinished: [UInt8] = []

    /// Few lines are shorter: ids and moments have thirteen digits.
    private static let typicalLineLength = 28
    /// From the year 1 to the end of 9999; microseconds are greater.
    private static let moments: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999
    /// Seconds of this century; read as milliseconds, some weeks of 1970.
    private static let seconds: ClosedRange<Int64> = 978_307_200...4_102_444_800
    /// No line of numbers is longer.
    private static let maximumLineLength = 4096

    enum Column: String, CaseIterable {
        case card = "card_id"
        case moment = "review_time"
        case rating = "review_rating"
        case day = "review_day"
        case other = ""
    }

    /// - Parameters:
    ///   - bytes: The expected number of bytes, if known, so that memory is reserved at once rather than by doubling. Memory
    ///     that is not filled is never allocated by the system.
    ///   - day: Returns the learner's day of a moment.
    package init(expecting bytes: Int = 0, day: @escaping (_ moment: Int64) -> Int32) {
        self.day = day
        log.reserveCapacity(min(max(bytes, 0) / Self.typicalLineLength, 1 << 26))
    }

    package mutating func read(_ bytes: UnsafeRawBufferPointer) throws(ReviewLogError) {
        var rest = bytes[...]
        if !unfinished.isEmpty {
            guard let end = rest.firstIndex(of: .lineFeed) else {
                return try store(rest)
            }
            try store(rest[..<end])
            let whole = unfinished
            unfinished = []
            try readLine(whole)
            rest = rest[(end + 1)...]
        }
        guard let last = rest.lastIndex(of: .lineFeed) else { return try store(rest) }
        try readLines(UnsafeRawBufferPointer(rebasing: rest[...last]))
        try store(rest[(last + 1)...])
    }

    /// Reads the remaining bytes and returns the log.
    package consuming func finish() throws(ReviewLogError) -> ReviewLog {
        if !unfinished.isEmpty { try readLine(unfinished) }
        guard !columns.isEmpty else {
            throw ReviewLogError(
                line: 1,
                reason:
                    "there is nothing; it should name the columns card_id, review_time, review_rating"
            )
        }
        guard
            log.count == 0 || earliest < Self.seconds.lowerBound
                || latest > Self.seconds.upperBound
        else {
            throw ReviewLogError(
                line: 1,
                reason: "review_time counts seconds; it should count milliseconds"
            )
        }
        return log
    }

    private mutating func store(_ bytes: Slice<UnsafeRawBufferPointer>) throws(ReviewLogError) {
        guard unfinished.count + bytes.count <= Self.maximumLineLength else {
            throw ReviewLogError(line: line + 1, reason: "it is longer than a line of a review log")
        }
        unfinished.append(contentsOf: bytes)
    }

    private mutating func readLine(_ bytes: [UInt8]) throws(ReviewLogError) {
        let bytes = bytes + [.lineFeed]
        var failure: ReviewLogError?
        bytes.withUnsafeBytes { buffer in
            do throws(ReviewLogError) { try readLines(buffer) } catch { failure = error }
        }
        if let failure { throw failure }
    }

    /// Reads complete lines: the last byte ends the last of them.
    private mutating func readLines(_ bytes: UnsafeRawBufferPointer) throws(ReviewLogError) {
        var fields = FieldReader(bytes)
        while !fields.isAtEnd {
            line += 1
            if fields.skipEmptyLine() { continue }
            if columns.isEmpty { try readHeader(&fields) } else { try readReview(&fields) }
        }
    }

    private mutating func readHeader(_ fields: inout FieldReader) throws(ReviewLogError) {
        fields.skipByteOrderMark()
        var isLast = false
        while !isLast {
            let name = fields.text(isLast: &isLast)
            let column = name.isEmpty ? .other : Column(rawValue: name) ?? .other
            if column != .other && columns.contains(column) {
                throw ReviewLogError(line: line, reason: "it names the column \(name) twice")
            }
            columns.append(column)
        }
        for column in Column.allCases where column.isRequired && !columns.contains(column) {
            throw ReviewLogError(line: line, reason: "it names no column \(column.rawValue)")
        }
    }

    private mutating func readReview(_ fields: inout FieldReader) throws(ReviewLogError) {
        var card: Int64 = 0
        var moment: Int64 = 0
        var rating: Int64 = 0
        var ownDay: Int64?
        var isLast = false
        for index in columns.indices {
            let column = columns[index]
            guard !isLast else {
                // Unused columns can be missing at the end of a line.
                if column == .other { continue }
                throw ReviewLogError(line: line, reason: "there is no \(column.rawValue)")
            }
            if column == .other {
                fields.skip(isLast: &isLast)
                continue
            }
            let start = fields
            guard let number = fields.number(isLast: &isLast) else {
                throw malformed(column, start, "a whole number")
            }
            switch column {
            case .card: card = number
            case .moment:
                guard Self.moments.contains(number) else {
                    throw malformed(column, start, "milliseconds since 1970")
                }
                moment = number
                earliest = min(earliest, moment)
                latest = max(latest, moment)
            case .day: ownDay = number
            default:
                guard 1...4 ~= number else { throw malformed(column, start, "1, 2, 3 or 4") }
                rating = number
            }
        }
        guard isLast else {
            throw ReviewLogError(line: line, reason: "it has more fields than the first line")
        }
        guard let grade = Grade(rawValue: UInt8(rating)) else { return }
        let day = ownDay.map { Int32(clamping: $0) } ?? day(moment)
        log.append(card: card, moment: moment, day: day, grade: grade)
    }

    private func malformed(
        _ column: Column,
        _ start: FieldReader,
        _ expected: String
    ) -> ReviewLogError {
        var fields = start
        var isLast = false
        let text = fields.text(isLast: &isLast)
        let shown = text.unicodeScalars.prefix(24).map { $0.value < 0x20 ? "?" : String($0) }
        return ReviewLogError(
            line: line,
            reason: "\(column.rawValue) is '\(shown.joined())', not \(expected)"
        )
    }
}

extension ReviewLogReader.Column {
    fileprivate var isRequired: Bool { self != .other && self != .day }
}
