import Languages
import LibraryValues

extension HeatMap {
    /// What a square stands for.
    struct Square {
        let day: StatisticsDay
        /// Nil where nothing was answered, and nothing is due.
        let work: Phrase?

        /// `Tuesday, 24 November 2026: 31 answers, 12 min`.
        var phrase: Phrase {
            let date: Phrase = "\(weekdays[day.weekday]), \(day.phrase)"
            let nothing: Phrase = "nothing"
            return "\(date): \(work ?? nothing)"
        }
    }

    /// The days of all squares, those without one after today included.
    var allDays: [Square] {
        let answered = Dictionary(
            days.map { ($0.day, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        let due = Dictionary(
            forecast.map { ($0.day, $0.notes) },
            uniquingKeysWith: { first, _ in first }
        )
        return dayNumbers.map { number in
            let day = StatisticsDay(number: number)
            return Square(day: day, work: Self.work(answered[day], due: due[day] ?? 0))
        }
    }

    private static func work(_ done: Statistics.Day?, due notes: Int) -> Phrase? {
        let due: Phrase = "\(notes) due"
        guard let done, done.answers > 0 else { return notes > 0 ? due : nil }
        let work: Phrase = "\(done.answers) answers, \(durationText(minutes: done.minutes))"
        return notes > 0 ? "\(work), \(due)" : work
    }
}
