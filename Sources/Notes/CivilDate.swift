/// A Gregorian date in UTC.
///
/// After Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms": years begin in March, so that a leap day is the last
/// day of its year.
package struct CivilDate: Hashable, Sendable, CustomStringConvertible {
    package let year: Int
    /// 1 to 12.
    package let month: Int
    /// 1 to 31.
    package let day: Int

    /// A day beyond the end of the month counts on into the next one.
    package init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// - Parameter dayNumber: Days since 1 January 1970.
    package init(dayNumber: Int) {
        let days = dayNumber + 719_468
        let era = (days >= 0 ? days : days - 146_096) / 146_097
        let dayOfEra = days - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// Days since 1 January 1970.
    package var dayNumber: Int {
        let year = month <= 2 ? self.year - 1 : self.year
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// The ISO 8601 form, `2026-11-21`.
    package var description: String { "\(year.digits(4))-\(month.digits(2))-\(day.digits(2))" }
}

extension BinaryInteger {
    /// The number padded with zeros to at least `count` digits.
    package func digits(_ count: Int) -> String {
        let text = String(self)
        return String(repeating: "0", count: Swift.max(0, count - text.count)) + text
    }
}
