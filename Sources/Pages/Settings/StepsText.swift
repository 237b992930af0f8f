import Recall

/// Learning steps as text: `1 min, 10 min, 1 d`.
enum StepsText {
    /// Writes each step in the largest unit of which it is a multiple.
    static func text(of steps: Steps) -> String {
        steps.seconds.map { seconds in
            let unit = units.last { seconds.isMultiple(of: $0.seconds) } ?? units[0]
            return "\(seconds / unit.seconds) \(unit.name)"
        }.joined(separator: ", ")
    }

    /// Reads numbers with their units, in any spacing; a number without a unit is minutes; nil for anything else.
    static func steps(_ text: String) -> [Int]? {
        var steps: [Int] = []
        var rest = text.lowercased()[...]
        while true {
            rest = rest.drop { $0.isWhitespace || $0 == "," || $0 == ";" }
            guard !rest.isEmpty else { return steps }
            let digits = rest.prefix { ("0"..."9").contains($0) }
            guard let number = Int(digits) else { return nil }
            rest = rest[digits.endIndex...].drop { $0.isWhitespace }
            let word = rest.prefix { $0.isLetter }
            rest = rest[word.endIndex...]
            guard let unit = word.isEmpty ? 60 : self.unit(word) else { return nil }
            let (seconds, isTooMuch) = number.multipliedReportingOverflow(by: unit)
            guard !isTooMuch else { return nil }
            steps.append(seconds)
        }
    }

    private static func unit(_ word: Substring) -> Int? {
        units.first { unit in unit.words.contains { $0 == word } }?.seconds
    }

    private static let units: [(name: String, words: [String], seconds: Int)] = [
        ("s", ["s", "sec", "secs", "second", "seconds"], 1),
        ("min", ["m", "min", "mins", "minute", "minutes"], 60),
        ("h", ["h", "hr", "hrs", "hour", "hours"], 3_600),
        ("d", ["d", "day", "days"], 86_400),
    ]
}
