import Languages

/// Parses a query; mistakes are recorded, and parsing continues.
struct SearchParser {
    /// A part of the query with the ranges of its terms.
    struct Parsed {
        var expression: SearchExpression
        var ranges: [Range<Int>]

        /// Combines several parts by `join`.
        init?(_ parts: [Parsed], _ join: ([SearchExpression]) -> SearchExpression) {
            guard let first = parts.first else { return nil }
            expression = parts.count == 1 ? first.expression : join(parts.map(\.expression))
            ranges = parts.flatMap(\.ranges)
        }

        init(_ term: SearchTerm, at range: Range<Int>) {
            expression = .term(term)
            ranges = [range]
        }
    }

    private(set) var mistakes: [SearchMistake] = []

    private let scalars: [Unicode.Scalar]
    /// The offset of each scalar in UTF-16 units, and the end of the last one.
    private let offsets: [Int]
    private var position = 0
    private var termCount = 0

    init(_ text: String) {
        var scalars: [Unicode.Scalar] = []
        var offsets = [0]
        var isTooLong = false
        for scalar in text.unicodeScalars {
            let end = offsets[offsets.count - 1] + UTF16.width(scalar)
            guard end <= SearchQuery.maximumLength else {
                isTooLong = true
                break
            }
            scalars.append(scalar)
            offsets.append(end)
        }
        self.scalars = scalars
        self.offsets = offsets
        if isTooLong {
            let end = offsets[offsets.count - 1]
            let length = text.utf16.count
            mistake(end..<length, "This is too long; the rest was ignored.")
        }
    }

    mutating func mistake(_ range: Range<Int>, _ message: Phrase) {
        mistakes.append(SearchMistake(range: range, message: message))
    }

    mutating func query() -> Parsed? {
        var parts: [Parsed] = []
        while true {
            if let found = any(depth: 0) { parts.append(found) }
            guard peek.map(Self.isClosing) == true else { break }
            position += 1
            mistake(range(from: position - 1), "This closing bracket has no opening one.")
        }
        return Parsed(parts.flatMap(\.conjuncts)) { .all($0) }
    }
}

// MARK: - Expressions

extension SearchParser {
    private mutating func any(depth: Int) -> Parsed? {
        var parts: [Parsed] = []
        if let first = all(depth: depth) { parts.append(first) }
        while let range = takeWord("or") {
            if let next = all(depth: depth) {
                parts.append(next)
            } else {
                mistake(range, "Add something after “or”.")
            }
        }
        return Parsed(parts) { .any($0) }
    }

    private mutating func all(depth: Int) -> Parsed? {
        var parts: [Parsed] = []
        var isFirst = true
        while true {
            skipSpace()
            guard let next = peek, !Self.isClosing(next) else { break }
            // At the beginning, “or” and “and” are words to search for.
            if !isFirst {
                if word(at: position, is: "or") { break }
                if takeWord("and") != nil { continue }
            }
            isFirst = false
            if let part = part(depth: depth) { parts.append(part) }
        }
        return Parsed(parts.flatMap(\.conjuncts)) { .all($0) }
    }

    private mutating func part(depth: Int) -> Parsed? {
        let start = position
        if depth == SearchQuery.maximumDepth, let next = peek,
            Self.isMinus(next) || Self.isOpening(next)
        {
            position = scalars.count
            mistake(range(from: start), "This is nested too deeply; the rest was ignored.")
            return nil
        }
        if let next = peek, Self.isMinus(next) {
            position += 1
            guard let inner = peek, !Self.isSpace(inner), !Self.isClosing(inner) else {
                mistake(range(from: start), "Add what to exclude right after the minus sign.")
                return nil
            }
            guard var found = part(depth: depth + 1) else { return nil }
            found.expression = .not(found.expression)
            return found
        }
        if let next = peek, Self.isOpening(next) {
            position += 1
            let mistakeCount = mistakes.count
            let found = any(depth: depth + 1)
            skipSpace()
            if peek.map(Self.isClosing) == true {
                position += 1
            } else {
                mistake(offsets[start]..<offsets[start + 1], "This bracket isn’t closed.")
            }
            if found == nil, mistakes.count == mistakeCount {
                mistake(range(from: start), "There is nothing between these brackets.")
            }
            return found
        }
        guard let term = term() else { return nil }
        let termRange = range(from: start)
        termCount += 1
        guard termCount <= SearchQuery.maximumTerms else {
            position = scalars.count
            mistake(range(from: start), "There are too many words; the rest was ignored.")
            return nil
        }
        return Parsed(term, at: termRange)
    }

    /// Consumes a conjunction and returns its range; nil if there is none.
    private mutating func takeWord(_ word: String) -> Range<Int>? {
        skipSpace()
        guard self.word(at: position, is: word) else { return nil }
        let start = position
        position += word.unicodeScalars.count
        return range(from: start)
    }

    private func word(at start: Int, is word: String) -> Bool {
        let end = start + word.unicodeScalars.count
        guard end <= scalars.count else { return false }
        let isEqual = zip(scalars[start..<end], word.unicodeScalars).allSatisfy {
            $0 == $1 || $0.properties.lowercaseMapping == String($1)
        }
        return isEqual && (end == scalars.count || Self.endsWord(scalars[end]))
    }
}

// MARK: - Terms

extension SearchParser {
    /// A character, and whether a backslash removed its special meaning.
    struct Letter {
        var scalar: Unicode.Scalar
        var isEscaped: Bool
    }

    /// Parses one term; nil if it is invalid, which is then explained.
    private mutating func term() -> SearchTerm? {
        let start = position
        if let next = peek, Self.isQuote(next) {
            let letters = takeQuoted()
            if let colon = colon(in: letters), let key = SearchKey(letters[..<colon]),
                colon + 1 < letters.count, !Self.isSpace(letters[colon + 1].scalar)
            {
                return read(key, Array(letters[(colon + 1)...]), from: start)
            }
            guard let pattern = SearchPattern(letters) else {
                mistake(range(from: start), "There is nothing between these quotes.")
                return nil
            }
            return .text(SearchText(pattern, isQuoted: true))
        }
        let letters = takeWord()
        guard let colon = colon(in: letters), colon > 0 else {
            if let term = property(letters, from: start) { return term.value }
            return SearchPattern(letters).map { .text(SearchText($0)) }
        }
        var value = Array(letters[(colon + 1)...])
        var isQuoted = false
        if value.isEmpty, let next = peek, Self.isQuote(next) {
            value = takeQuoted()
            isQuoted = true
        }
        if let key = SearchKey(letters[..<colon]) { return read(key, value, from: start) }
        guard let pattern = SearchPattern(value) else {
            let name = Self.text(letters[..<colon])
            mistake(
                range(from: start),
                "Add the text to find after “\(name):”."
            )
            return nil
        }
        return .text(
            SearchText(pattern, isQuoted: isQuoted, field: SearchPattern(letters[..<colon]))
        )
    }

    /// Consumes everything up to a space, a bracket or a quote.
    private mutating func takeWord() -> [Letter] {
        var letters: [Letter] = []
        while let next = peek, !Self.endsWord(next) { letters.append(takeLetter(next)) }
        return letters
    }

    /// Consumes everything up to the closing quote.
    private mutating func takeQuoted() -> [Letter] {
        let start = position
        position += 1
        var letters: [Letter] = []
        while let next = peek, !Self.isQuote(next) { letters.append(takeLetter(next)) }
        if position < scalars.count {
            position += 1
        } else {
            mistake(offsets[start]..<offsets[start + 1], "This quote isn’t closed.")
        }
        return letters
    }

    private mutating func takeLetter(_ scalar: Unicode.Scalar) -> Letter {
        position += 1
        guard scalar == "\\", let next = peek else {
            return Letter(scalar: scalar, isEscaped: false)
        }
        position += 1
        return Letter(scalar: next, isEscaped: true)
    }

    private func colon(in letters: [Letter]) -> Int? {
        letters.firstIndex { !$0.isEscaped && ($0.scalar == ":" || $0.scalar == "：") }
    }

    static func text(_ letters: some Sequence<Letter>) -> String {
        var text = ""
        text.unicodeScalars.append(contentsOf: letters.lazy.map(\.scalar))
        return text
    }
}

// MARK: - Scalars

extension SearchParser {
    private var peek: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    /// The range from a scalar to the current position, in UTF-16 units.
    func range(from start: Int) -> Range<Int> { offsets[start]..<offsets[position] }

    private mutating func skipSpace() {
        while let next = peek, Self.isSpace(next) { position += 1 }
    }

    private static func endsWord(_ scalar: Unicode.Scalar) -> Bool {
        isSpace(scalar) || isOpening(scalar) || isClosing(scalar) || isQuote(scalar)
    }

    static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || scalar.isControl
    }

    // Phones replace straight quotes by curly ones, and Chinese and Japanese keyboards have wide brackets.

    static func isQuote(_ scalar: Unicode.Scalar) -> Bool {
        "\"“”„‟＂".unicodeScalars.contains(scalar)
    }

    static func isOpening(_ scalar: Unicode.Scalar) -> Bool { scalar == "(" || scalar == "（" }

    static func isClosing(_ scalar: Unicode.Scalar) -> Bool { scalar == ")" || scalar == "）" }

    static func isMinus(_ scalar: Unicode.Scalar) -> Bool { "-−－".unicodeScalars.contains(scalar) }
}

extension SearchParser.Parsed {
    /// The parts of a conjunction, because brackets around one change nothing.
    fileprivate var conjuncts: [SearchParser.Parsed] {
        guard case .all(let parts) = expression else { return [self] }
        var rest = ranges[...]
        return parts.map { part in
            let count = part.terms.count
            defer { rest = rest.dropFirst(count) }
            return SearchParser.Parsed(expression: part, ranges: Array(rest.prefix(count)))
        }
    }

    private init(expression: SearchExpression, ranges: [Range<Int>]) {
        self.expression = expression
        self.ranges = ranges
    }
}

extension SearchPattern {
    /// Reads an unescaped `*` as anything.
    init?(_ letters: some Sequence<SearchParser.Letter>) {
        self.init(
            letters.map { letter in
                !letter.isEscaped && (letter.scalar == "*" || letter.scalar == "＊")
                    ? .anything : .text(String(letter.scalar))
            }
        )
    }
}
