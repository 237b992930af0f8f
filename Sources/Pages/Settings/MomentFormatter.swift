package import Languages
package import Notes

/// Formats moments in the learner's time zone: `Today at 14:05`, `21 November 2026 at 0:51`.
package struct MomentFormatter: Hashable, Sendable {
    private let now: Moment
    private let offset: Int

    /// - Parameter offset: How many minutes the learner's clock is ahead of UTC.
    package init(now: Moment, offset: Int) {
        self.now = now
        self.offset = offset
    }

    package func text(for moment: Moment) -> Phrase {
        let day = local(moment).day
        let clock = clockText(for: moment)
        return switch local(now).day - day {
        case 0: "Today at \(clock)"
        case 1: "Yesterday at \(clock)"
        default: "\(Self.date(day)) at \(clock)"
        }
    }

    /// The day alone: `2 December 2026`.
    func dateText(for moment: Moment) -> Phrase { Self.date(local(moment).day) }

    /// The time of day alone: `19:42`.
    func clockText(for moment: Moment) -> String {
        let minute = local(moment).minute
        return "\(minute / 60):\(minute % 60 < 10 ? "0" : "")\(minute % 60)"
    }

    /// Days since 1970, and minutes of that day.
    private func local(_ moment: Moment) -> (day: Int, minute: Int) {
        let minutes = Int((moment.milliseconds / 60_000)) + offset
        let day = (minutes >= 0 ? minutes : minutes - 1_439) / 1_440
        return (day, minutes - day * 1_440)
    }

    /// One phrase a month, because languages differ in the order of a date and inflect a month's name in it.
    static func date(_ number: Int) -> Phrase {
        let date = CivilDate(dayNumber: number)
        // French writes the first of a month as an ordinal.
        let day: Phrase =
            date.day == 1 ? "1 (of a month)" : Phrase(verbatim: String(date.day))
        let year = String(date.year)
        return switch date.month {
        case 1: "\(day) January \(year)"
        case 2: "\(day) February \(year)"
        case 3: "\(day) March \(year)"
        case 4: "\(day) April \(year)"
        case 5: "\(day) May \(year)"
        case 6: "\(day) June \(year)"
        case 7: "\(day) July \(year)"
        case 8: "\(day) August \(year)"
        case 9: "\(day) September \(year)"
        case 10: "\(day) October \(year)"
        case 11: "\(day) November \(year)"
        default: "\(day) December \(year)"
        }
    }
}
