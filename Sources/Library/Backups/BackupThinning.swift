internal import LibraryValues
internal import Notes

/// Decides which backups are retained: the older they are, the fewer.
struct BackupThinning: Hashable {
    /// For this many days all of them are retained.
    var allDays = 2
    /// Up to this age, the last of each day.
    var dailyDays = 14
    /// Up to this age, the last of each week, which begins on Monday.
    var weeklyDays = 56
    /// Up to this age, the last of each month; beyond it, the last of each year.
    var monthlyDays = 730
    /// For this many days those that were made before a major change are retained too.
    var majorChangeDays = 30

    /// The latest first.
    func expired(_ backups: some Sequence<BackupName>, at now: Moment) -> [BackupName] {
        var spans: Set<Span> = []
        // The newest come first, so that the latest backup of each span is retained.
        return backups.sorted { $0.moment > $1.moment }.enumerated().filter { position, backup in
            let isFirst = spans.insert(span(of: backup, at: now)).inserted
            return position > 0 && !isFirst && !stays(backup, at: now)
        }.map(\.element)
    }

    /// A span of time of which one backup is retained.
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
        backup.reason.isBeforeMajorChange && age(of: backup, at: now) < majorChangeDays
    }

    /// In days of 24 hours; negative where the clock was set back.
    private func age(of backup: BackupName, at now: Moment) -> Int {
        Int((now.milliseconds - backup.moment.milliseconds) / 86_400_000)
    }
}
