package import Notes

/// The name of a backup and its file, `2026-11-21T005148.123Z-day`: when it was created, and why.
package struct BackupName: Hashable, Sendable {
    package enum Reason: String, CaseIterable, Sendable {
        /// After a day of use.
        case day
        /// Requested by the learner.
        case asked
        case beforeImport = "import"
        /// Before a newer Omena migrated the file.
        case beforeUpdate = "update"
        /// Before something damaged was repaired.
        case beforeRepair = "repair"
        /// The library that was replaced when another backup was restored.
        case replaced

        /// Whether it is the state to return to when an import, update, repair or restoration is regretted.
        package var isBeforeMajorChange: Bool {
            switch self {
            case .day, .asked: false
            case .beforeImport, .beforeUpdate, .beforeRepair, .replaced: true
            }
        }
    }

    package let moment: Moment
    package let reason: Reason

    package init(moment: Moment, reason: Reason) {
        self.moment = moment
        self.reason = reason
    }
}

extension BackupName: CustomStringConvertible {
    private static let day: Int64 = 86_400_000

    /// The moment in UTC, and the reason's raw value.
    package var description: String {
        let (day, time) = moment.milliseconds.quotientAndRemainder(dividingBy: Self.day)
        let seconds = time / 1000
        let clock = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { $0.digits(2) }.joined()
        let date = CivilDate(dayNumber: Int(day))
        return "\(date)T\(clock).\((time % 1000).digits(3))Z-\(reason.rawValue)"
    }

    /// Accepts exactly what `description` returns.
    package init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard bytes.count > 23 else { return nil }
        func number(_ range: Range<Int>) -> Int? {
            Int(String(decoding: bytes[range], as: UTF8.self))
        }
        guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
            (1...12).contains(month), let hour = number(11..<13), let minute = number(13..<15),
            let second = number(15..<17), let milliseconds = number(18..<21),
            let reason = Reason(rawValue: String(decoding: bytes[23...], as: UTF8.self))
        else { return nil }
        let date = CivilDate(year: year, month: month, day: day)
        let time = ((hour * 60 + minute) * 60 + second) * 1000 + milliseconds
        moment = Moment(milliseconds: Int64(date.dayNumber) * Self.day + Int64(time))
        self.reason = reason
        guard description == text else { return nil }
    }
}
