import Languages
internal import Recall

/// The words with a meaning before a colon; any other names a field.
enum SearchKey: String {
    case tag, deck, type, note, flag, added, rated, prop
    case state = "is"

    init?(_ letters: some Collection<SearchParser.Letter>) {
        guard !letters.contains(where: \.isEscaped) else { return nil }
        self.init(rawValue: SearchParser.text(letters).lowercased())
    }
}

extension SearchParser {
    /// Parses the value after a key; nil if it is invalid, which is then explained.
    mutating func read(_ key: SearchKey, _ value: [Letter], from start: Int) -> SearchTerm? {
        let range = self.range(from: start)
        let word = Self.text(value).lowercased()
        switch key {
        case .tag:
            if word == "none", !value.contains(where: \.isEscaped) { return .untagged }
            return pattern(value, at: range, "Add a tag, or none, after “tag:”.")
                .map { .tag($0) }
        case .deck:
            return pattern(value, at: range, "Add a deck name after “deck:”.")
                .map { .deck($0) }
        case .note:
            return pattern(value, at: range, "Add a card type after “note:”.")
                .map { .noteType($0) }
        case .type:
            if word == "none" { return .wordType(nil) }
            if let type = WordType(rawValue: word) { return .wordType(type) }
            let types = WordType.allCases.map(\.rawValue).joined(separator: ", ")
            mistake(range, "Add a word type after “type:”: \(types), or none.")
        case .state:
            if let state = SearchTerm.State(rawValue: word) { return .state(state) }
            let states = SearchTerm.State.allCases.map(\.rawValue).joined(separator: ", ")
            mistake(range, "Use one of these after “is:”: \(states).")
        case .flag:
            if let flag = UInt8(word), SearchTerm.flags.contains(flag) { return .flag(flag) }
            mistake(range, "Add a number from 0 (none) to 7 after “flag:”.")
        case .added:
            if let days = Self.days(word) { return .added(days: days) }
            mistake(range, "Add a number of days after “added:”, as in added:7.")
        case .rated:
            let parts = word.split(separator: ":", omittingEmptySubsequences: false)
            let grade = parts.count == 2 ? Self.grade(parts[1]) : nil
            if let days = Self.days(parts[0]), parts.count == 1 || grade != nil {
                return .rated(days: days, grade)
            }
            mistake(
                range,
                "Add a number of days after “rated:”, and optionally a grade, as in rated:7:again."
            )
        case .prop:
            if let term = property(value, from: start) { return term.value }
            mistake(range, Self.propertyHelp)
        }
        return nil
    }

    /// Parses a word as a comparison of a property; nil if it is not one, and a nil value if it is invalid, which is then explained.
    mutating func property(
        _ letters: [Letter],
        from start: Int
    ) -> (value: SearchTerm?, Void)? {
        guard !letters.contains(where: \.isEscaped),
            let sign = letters.firstIndex(where: { "<>=!".unicodeScalars.contains($0.scalar) }),
            let property = SearchTerm.Property(word: Self.text(letters[..<sign]).lowercased())
        else { return nil }
        let rest = Self.text(letters[sign...])
        // Longer signs first, because `<=` begins with `<`.
        let comparison = SearchTerm.Comparison.allCases
            .sorted { $0.rawValue.utf8.count > $1.rawValue.utf8.count }
            .first { rest.hasPrefix($0.rawValue) }
        guard let comparison,
            let number = Self.number(rest.dropFirst(comparison.rawValue.count))
        else {
            mistake(range(from: start), Self.propertyHelp)
            return (nil, ())
        }
        return (.property(property, comparison, number), ())
    }

    private static let propertyHelp: Phrase = """
        Add a comparison and a number, as in s>10. Properties are s (stability), \
        d (difficulty), due, ivl, reps and lapses.
        """

    private mutating func pattern(
        _ letters: [Letter],
        at range: Range<Int>,
        _ message: Phrase
    ) -> SearchPattern? {
        let pattern = SearchPattern(letters)
        if pattern == nil { mistake(range, message) }
        return pattern
    }

    private static func days(_ text: some StringProtocol) -> Int? {
        Int(text).flatMap { SearchTerm.days.contains($0) ? $0 : nil }
    }

    private static func grade(_ text: Substring) -> Grade? {
        UInt8(text).flatMap { Grade(rawValue: $0) } ?? Grade(name: String(text))
    }

    /// Parses at most nine digits before the decimal point or comma, and six after it.
    private static func number(_ text: Substring) -> Double? {
        let digits = text.first == "-" ? text.dropFirst() : text
        let parts = digits.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
        guard (1...2).contains(parts.count), (1...9).contains(parts[0].utf8.count),
            parts.count == 1 || (1...6).contains(parts[1].utf8.count),
            parts.allSatisfy({
                $0.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            })
        else { return nil }
        return Double(text.replacing(",", with: "."))
    }
}

extension SearchTerm.Property {
    /// Accepts the full words as well as the short ones.
    fileprivate init?(word: String) {
        switch word {
        case "stability": self = .stability
        case "difficulty": self = .difficulty
        case "interval": self = .interval
        case "reviews": self = .reviews
        default: self.init(rawValue: word)
        }
    }
}
