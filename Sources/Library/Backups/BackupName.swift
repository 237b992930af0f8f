package import Notes

/// What a backup is called: the moment at which it was made, and why.
///
/// It is the name of its file too: `2026-11-21T005148.123Z-day`.
package struct BackupName: Hashable, Sendable {
    /// Why a backup was made.
    package enum Reason: String, CaseIterable, Sendable {
        /// After a day of use.
        case day
        /// The learner asked for it.
        case asked
        /// Before an import.
        case beforeImport = "import"
        /// Before a later Omena changed the file's form.
        case beforeUpdate = "update"
        /// Before something damaged was repaired.
        case beforeRepair = "repair"
        /// It is what another backup was put in place of.
        case replaced

        /// Whether it is what somebody goes back to who regrets a great step.
        package var isBeforeGreatStep: Bool {
            switch self {
            case .day, .asked: false
            case .beforeImport, .beforeUpdate, .beforeRepair, .replaced: true
            }
        }
    }

    /// When it was made.
    package let moment: Moment
    /// Why it was made.
    package let reason: Reason

    /// Puts a name together.
    package init(moment: Moment, reason: Reason) {
        self.moment = moment
        self.reason = reason
    }
}

extension BackupName: CustomStringConvertible {
    private static let day: Int64 = 86_400_000

    /// The moment in UTC, and the reason's word.
    package var description: String {
        let (day, time) = moment.milliseconds.quotientAndRemainder(dividingBy: Self.day)
        let seconds = time / 1000
        let clock = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { $0.digits(2) }.joined()
        let date = CivilDate(dayNumber: Int(day))
        return "\(date)T\(clock).\((time % 1000).digits(3))Z-\(reason.rawValue)"
    }

    /// Reads what `description` writes, and nothing else.
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
