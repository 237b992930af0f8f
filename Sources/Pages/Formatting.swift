import Languages
import Notes

/// A number as the interface language writes it: `1,204`.
func grouped(_ number: Int) -> String { InterfaceLanguage.current.grouped(number) }

/// A share in whole percent, rounded.
func percentage(_ share: Double) -> Int { Int((share * 100).rounded()) }

/// A duration to the minute: `under a minute`, `21 min`, `3 h 5 min`.
func durationText(minutes: Double) -> Phrase {
    let minutes = Int(minutes.rounded())
    return switch minutes {
    case ..<1: "under a minute"
    case ..<60: "\(minutes) min"
    default: "\(minutes / 60) h \(minutes % 60) min"
    }
}

/// How long ago a moment was: `just now`, `5 min ago`, `3 days ago`.
func ago(_ moment: Moment, now: Moment) -> Phrase {
    let minutes = Int((now.milliseconds - moment.milliseconds) / 60_000)
    return switch minutes {
    case ..<1: "just now"
    case ..<60: "\(minutes) min ago"
    case ..<1_440: "\(minutes / 60) h ago"
    default: "\(minutes / 1_440) days ago"
    }
}
