package import Notes

/// A day of the learner's calendar, in JSON as `2026-11-20`.
package struct StatisticsDay: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// Days since 1 January 1970.
    package let number: Int

    package init(number: Int) { self.number = number }

    package var date: CivilDate { CivilDate(dayNumber: number) }
    package var description: String { date.description }

    /// 0 for Monday, 6 for Sunday.
    package var weekday: Int { ((number + 3) % 7 + 7) % 7 }

    package static func < (left: Self, right: Self) -> Bool { left.number < right.number }
}

extension StatisticsDay: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2],
            (1...9_999).contains(year), (1...12).contains(month), (1...31).contains(day)
        else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a day")
        }
        number = CivilDate(year: year, month: month, day: day).dayNumber
    }

    package func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}
