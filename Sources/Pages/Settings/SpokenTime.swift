public import Notes

/// Says moments as the learner's clock shows them: `Today at 14:05`, `21 November 2026 at 0:51`.
public struct SpokenTime: Hashable, Sendable {
    private let now: Moment
    private let offset: Int

    /// - Parameters:
    ///   - now: When it is.
    ///   - offset: How many minutes the learner's clock is ahead of UTC.
    public init(now: Moment, offset: Int) {
        self.now = now
        self.offset = offset
    }

    /// The moment in words.
    public func words(for moment: Moment) -> String {
        let (day, minute) = local(moment)
        let clock = "\(minute / 60):\(minute % 60 < 10 ? "0" : "")\(minute % 60)"
        return switch local(now).day - day {
        case 0: "Today at \(clock)"
        case 1: "Yesterday at \(clock)"
        default: "\(Self.date(day)) at \(clock)"
        }
    }

    /// Days since 1970, and minutes of the day.
    private func local(_ moment: Moment) -> (day: Int, minute: Int) {
        let minutes = Int((moment.milliseconds / 60_000)) + offset
        let day = (minutes >= 0 ? minutes : minutes - 1_439) / 1_440
        return (day, minutes - day * 1_440)
    }

    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September",
        "October", "November", "December",
    ]

    private static func date(_ number: Int) -> String {
        let date = CivilDate(dayNumber: number)
        return "\(date.day) \(months[date.month - 1]) \(date.year)"
    }
}
