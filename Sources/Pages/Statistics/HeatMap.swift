import Languages
import LibraryValues
import Notes

/// Days as squares in columns of weeks, in five steps of how much was done, with the coming days on which cards are due.
struct HeatMap {
    let days: [Statistics.Day]
    var forecast: [Statistics.DayNotes] = []
    let today: StatisticsDay
    /// How many weeks are shown, the present one included.
    let weeks: Int
    var weeksAhead = 0

    /// The steps of colour for a day with answers.
    static let steps = 5
    private static let cell = 13
    private static let square = 11
    private static let top = 16

    private var firstMonday: Int {
        today.number - today.weekday - 7 * (weeks - 1)
    }

    /// From the Monday of the first week to the Sunday of the last.
    var dayNumbers: Range<Int> { firstMonday..<firstMonday + 7 * (weeks + weeksAhead) }

    private var width: Int { (weeks + weeksAhead) * Self.cell }

    /// The answers up to which a day has each step: fifths of the active days, so that a slow learner sees colour too.
    private var limits: [Int] {
        let counts = days.map(\.answers).sorted()
        guard !counts.isEmpty else { return [] }
        return (1..<Self.steps).map {
            counts[min($0 * counts.count / Self.steps, counts.count - 1)]
        }
    }

    /// The squares by step; 0 for past days without an answer.
    func squares() -> [[StatisticsDay]] {
        let answers = Dictionary(
            days.map { ($0.day, $0.answers) },
            uniquingKeysWith: { first, _ in first }
        )
        let limits = limits
        var squares = [[StatisticsDay]](repeating: [], count: Self.steps + 1)
        for number in firstMonday...today.number {
            let day = StatisticsDay(number: number)
            guard let count = answers[day], count > 0 else {
                squares[0].append(day)
                continue
            }
            squares[1 + limits.count { count > $0 }].append(day)
        }
        return squares
    }
}

extension HeatMap: HTML {
    func write(to page: inout HTMLWriter) {
        page.markup("<svg class=\"heat\" viewBox=\"0 0 ")
        page.number(width)
        page.markup(" ")
        page.number(Self.top + 7 * Self.cell)
        page.markup("\" aria-hidden=\"true\" focusable=\"false\">")
        writeMonths(to: &page)
        for (step, days) in squares().enumerated() where !days.isEmpty {
            page.markup("<path class=\"heat-")
            page.number(step)
            page.markup("\" d=\"")
            for day in days { writeSquare(day, to: &page) }
            page.markup("\"/>")
        }
        let due = forecast.filter {
            $0.notes > 0 && $0.day > today && dayNumbers.contains($0.day.number)
        }
        if !due.isEmpty {
            page.markup("<path class=\"heat-due\" d=\"")
            for due in due { writeSquare(due.day, to: &page) }
            page.markup("\"/>")
        }
        page.markup("<path class=\"heat-today\" d=\"")
        writeSquare(today, to: &page)
        page.markup("\"/></svg>")
    }

    /// Time runs as the page's text does.
    private func x(ofWeek week: Int) -> Int {
        InterfaceLanguage.current.direction == .rightToLeft
            ? width - (week + 1) * Self.cell + 1 : week * Self.cell + 1
    }

    private func writeSquare(_ day: StatisticsDay, to page: inout HTMLWriter) {
        let days = day.number - firstMonday
        page.markup("M")
        page.number(x(ofWeek: days / 7))
        page.markup(" ")
        page.number(Self.top + days % 7 * Self.cell + 1)
        page.markup("h10v10h-10z")
    }

    private func writeMonths(to page: inout HTMLWriter) {
        var last = -3
        for week in 0..<weeks + weeksAhead {
            let monday = StatisticsDay(number: firstMonday + 7 * week)
            guard monday.date.day <= 7, week - last >= 3 else { continue }
            last = week
            let isMirrored = InterfaceLanguage.current.direction == .rightToLeft
            page.markup("<text y=\"11\" x=\"")
            page.number(x(ofWeek: week) + (isMirrored ? Self.square : 0))
            page.markup("\">")
            page.text(StatisticsMonth(monday).shortPhrase.description)
            page.markup("</text>")
        }
    }
}
