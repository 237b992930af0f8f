import Languages
import LibraryValues
import Notes

/// A range of days divided into days, weeks or months, so that there are not too many.
struct StatisticsSpans {
    private let days: [Statistics.Day]
    private let starts: [StatisticsDay]
    private let length: Length

    private enum Length { case day, week, month, year }

    /// - Parameter isCoarse: Whether spans are so long that most have enough answers for a percentage.
    init(
        of range: ClosedRange<StatisticsDay>,
        _ name: StatisticsRange,
        days: [Statistics.Day],
        isCoarse: Bool = false
    ) {
        self.days = days
        let (first, last) = (range.lowerBound, range.upperBound)
        let count = last.number - first.number + 1
        length =
            switch name {
            case .month: isCoarse ? .week : .day
            case .quarter: .week
            case .year: isCoarse ? .month : .week
            case .all where count <= 30 && !isCoarse: .day
            case .all where count <= (isCoarse ? 90 : 365): .week
            // Coarse spans are rows of bars, of which a phone shows fewer than columns.
            case .all: count <= (isCoarse ? 730 : 1_200) ? .month : .year
            }
        switch length {
        case .day:
            starts = (first.number...last.number).map { StatisticsDay(number: $0) }
        case .week:
            starts = stride(from: first.number - first.weekday, through: last.number, by: 7)
                .map { StatisticsDay(number: $0) }
        case .month:
            starts = Array(
                sequence(first: StatisticsMonth(first)) { month in
                    let next = month.next
                    return next.start <= last ? next : nil
                }.map(\.start)
            )
        case .year:
            starts = (first.date.year...last.date.year).map { year in
                StatisticsDay(number: CivilDate(year: year, month: 1, day: 1).dayNumber)
            }
        }
    }

    /// What a span is.
    var title: Phrase {
        switch length {
        case .day: "Day"
        case .week: "Week"
        case .month: "Month"
        case .year: "Year"
        }
    }

    func rows(_ values: ([Statistics.Day]) -> [FigureValue]) -> [FigureTable.Row] {
        rows(of: days, day: \.day, values)
    }

    /// A row for each span, also where nothing happened.
    func rows<Element>(
        of elements: [Element],
        day: KeyPath<Element, StatisticsDay>,
        _ values: ([Element]) -> [FigureValue]
    ) -> [FigureTable.Row] {
        var rest = elements[...]
        return starts.indices.map { index in
            let end = index + 1 < starts.count ? starts[index + 1] : nil
            let span = rest.prefix { element in end.map { element[keyPath: day] < $0 } ?? true }
            rest = rest.dropFirst(span.count)
            return FigureTable.Row(label: label(of: starts[index]), values: values(Array(span)))
        }
    }

    private func label(of start: StatisticsDay) -> Phrase {
        switch length {
        case .day: start.phrase
        case .week: "Week of \(start.phrase)"
        case .month: StatisticsMonth(start).phrase
        case .year: Phrase(verbatim: "\(start.date.year)")
        }
    }
}

/// A month of the calendar.
struct StatisticsMonth: Hashable, Comparable {
    private let months: Int

    private init(months: Int) { self.months = months }

    init(_ day: StatisticsDay) {
        months = day.date.year * 12 + day.date.month - 1
    }

    var next: StatisticsMonth { StatisticsMonth(months: months + 1) }

    var start: StatisticsDay {
        let date = CivilDate(year: months / 12, month: months % 12 + 1, day: 1)
        return StatisticsDay(number: date.dayNumber)
    }

    static func < (left: Self, right: Self) -> Bool { left.months < right.months }

    /// One phrase a month, because languages differ in the order of a date.
    var phrase: Phrase {
        let year = String(months / 12)
        return switch months % 12 {
        case 0: "January \(year)"
        case 1: "February \(year)"
        case 2: "March \(year)"
        case 3: "April \(year)"
        case 4: "May \(year)"
        case 5: "June \(year)"
        case 6: "July \(year)"
        case 7: "August \(year)"
        case 8: "September \(year)"
        case 9: "October \(year)"
        case 10: "November \(year)"
        default: "December \(year)"
        }
    }

    var shortPhrase: Phrase { Self.short[months % 12] }

    private static let short: [Phrase] = [
        "Jan", "Feb", "Mar", "Apr", "May (month)", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}

extension StatisticsDay {
    var phrase: Phrase { MomentFormatter.date(number) }
}

extension Statistics.Period.Name {
    var phrase: Phrase {
        switch self {
        case .today: "Today"
        case .yesterday: "Yesterday"
        case .week: "\(7) days"
        case .month: "\(30) days"
        case .quarter: "\(90) days"
        case .year: "1 year"
        case .all: "All time"
        }
    }
}

extension Statistics.Words {
    /// The name of the language; nil for all notes.
    var name: Phrase? { language.flatMap { LanguageTag($0) }?.localizedName }
}

extension Statistics.Practice.Mode {
    var phrase: Phrase {
        switch self {
        case .learn: "Learn"
        case .race: "Race"
        case .quiz: "Quiz"
        case .other: "Other"
        }
    }
}

extension StatisticsRange {
    var phrase: Phrase {
        switch self {
        case .month: "\(30) days"
        case .quarter: "\(90) days"
        case .year: "1 year"
        case .all: "All time"
        }
    }
}
