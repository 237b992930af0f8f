import Notes

/// A number and what it counts, in words: `1 card`, `1,204 cards`.
func counted(_ number: Int, _ one: String, _ many: String) -> String {
    "\(grouped(number)) \(number == 1 ? one : many)"
}

/// A number with a comma between thousands.
func grouped(_ number: Int) -> String {
    let digits = String(number.magnitude)
    var text = number < 0 ? "−" : ""
    for (index, digit) in digits.enumerated() {
        if index > 0, (digits.count - index).isMultiple(of: 3) { text += "," }
        text.append(digit)
    }
    return text
}

/// A span of time as a learner would say it: `under a minute`, `21 min`, `3 h 5 min`.
func spoken(milliseconds: Int) -> String {
    let minutes = (milliseconds + 30_000) / 60_000
    switch minutes {
    case ..<1: return "under a minute"
    case ..<60: return "\(minutes) min"
    default: return "\(grouped(minutes / 60)) h \(minutes % 60) min"
    }
}

/// How long ago something was: `just now`, `5 min ago`, `3 days ago`.
func ago(_ moment: Moment, now: Moment) -> String {
    let minutes = Int((now.milliseconds - moment.milliseconds) / 60_000)
    return switch minutes {
    case ..<1: "just now"
    case ..<60: "\(minutes) min ago"
    case ..<1_440: "\(minutes / 60) h ago"
    default: counted(minutes / 1_440, "day ago", "days ago")
    }
}
