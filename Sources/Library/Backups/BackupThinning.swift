internal import LibraryValues
internal import Notes

/// Which backups stay: the older they are, the fewer.
struct BackupThinning: Hashable {
    /// For so many days all of them stay.
    var allDays = 2
    /// So many days back, the last of each day.
    var dailyDays = 14
    /// So many days back, the last of each week, which begins on Monday.
    var weeklyDays = 56
    /// So many days back, the last of each month; and of what is older still, the last of each year.
    var monthlyDays = 730
    /// For so many days those stay too that were made before a great step.
    var greatStepDays = 30

    /// Those that may go, of all that there are.
    func superfluous(_ backups: some Sequence<BackupName>, at now: Moment) -> [BackupName] {
        var kept: Set<Span> = []
        // The newest come first: of what falls into one span of time, that one stays.
        return backups.sorted { $0.moment > $1.moment }.enumerated().filter { place, backup in
            let isFirst = kept.insert(span(of: backup, at: now)).inserted
            return place > 0 && !isFirst && !stays(backup, at: now)
        }.map(\.element)
    }

    /// A stretch of time of which one backup stays.
    private enum Span: Hashable {
        case moment(Moment)
        case day(Int)
        case week(Int)
        case month(Int)
        case year(Int)
    }

    private func span(of backup: BackupName, at now: Moment) -> Span {
        let day = Int(backup.moment.milliseconds / 86_400_000)
        let date = CivilDate(dayNumber: day)
        return switch age(of: backup, at: now) {
        case ..<allDays: .moment(backup.moment)
        case ..<dailyDays: .day(day)
        // 1 January 1970 was a Thursday.
        case ..<weeklyDays: .week((day + 3) / 7)
        case ..<monthlyDays: .month(date.year * 12 + date.month)
        default: .year(date.year)
        }
    }

    private func stays(_ backup: BackupName, at now: Moment) -> Bool {
        backup.reason.isBeforeGreatStep && age(of: backup, at: now) < greatStepDays
    }

    /// In days of 24 hours; below 0 where the clock was set back.
    private func age(of backup: BackupName, at now: Moment) -> Int {
        Int((now.milliseconds - backup.moment.milliseconds) / 86_400_000)
    }
}
