import Languages

/// Reads a query from left to right, and reads on whatever it meets.
struct SearchParser {
    /// A part of the query with the places of its terms.
    struct Found {
        var expression: SearchExpression
        var places: [Range<Int>]

        /// Joins parts by `join` where there are several.
        init?(_ parts: [Found], _ join: ([SearchExpression]) -> SearchExpression) {
            guard let first = parts.first else { return nil }
            expression = parts.count == 1 ? first.expression : join(parts.map(\.expression))
            places = parts.flatMap(\.places)
        }

        init(_ term: SearchTerm, at place: Range<Int>) {
            expression = .term(term)
            places = [place]
        }
    }

    private(set) var mistakes: [SearchMistake] = []

    private let scalars: [Unicode.Scalar]
    /// Where each scalar begins, in UTF-16 units, and where the last one ends.
    private let offsets: [Int]
    private var position = 0
    private var termCount = 0

    init(_ text: String) {
        var scalars: [Unicode.Scalar] = []
        var offsets = [0]
        var wasCut = false
        for scalar in text.unicodeScalars {
            let end = offsets[offsets.count - 1] + UTF16.width(scalar)
            guard end <= SearchQuery.maximumLength else {
                wasCut = true
                break
            }
            scalars.append(scalar)
            offsets.append(end)
        }
        self.scalars = scalars
        self.offsets = offsets
        if wasCut {
            let end = offsets[offsets.count - 1]
            let length = text.utf16.count
            mistake(end..<length, "This is too long; what stands here was not read.")
        }
    }

    mutating func mistake(_ range: Range<Int>, _ message: Phrase) {
        mistakes.append(SearchMistake(range: range, message: message))
    }

    mutating func query() -> Found? {
        var parts: [Found] = []
        while true {
            if let found = any(depth: 0) { parts.append(found) }
            guard peek.map(Self.isClosing) == true else { break }
            position += 1
            mistake(range(from: position - 1), "This bracket closes nothing.")
        }
        return Found(parts.flatMap(\.conjuncts)) { .all($0) }
    }
}

// MARK: - How terms hang together

extension SearchParser {
    private mutating func any(depth: Int) -> Found? {
        var parts: [Found] = []
        if let first = all(depth: depth) { parts.append(first) }
        while let place = takeWord("or") {
            if let next = all(depth: depth) {
                parts.append(next)
            } else {
                mistake(place, "“or” wants something after it.")
            }
        }
        return Found(parts) { .any($0) }
    }

    private mutating func all(depth: Int) -> Found? {
        var parts: [Found] = []
        var isFirst = true
        while true {
            skipSpace()
            guard let next = peek, !Self.isClosing(next) else { break }
            // Where nothing stands before them, “or” and “and” are words that somebody looks for.
            if !isFirst {
                if word(at: position, is: "or") { break }
                if takeWord("and") != nil { continue }
            }
            isFirst = false
            if let part = part(depth: depth) { parts.append(part) }
        }
        return Found(parts.flatMap(\.conjuncts)) { .all($0) }
    }

    private mutating func part(depth: Int) -> Found? {
        let start = position
        if depth == SearchQuery.maximumDepth, let next = peek,
            Self.isMinus(next) || Self.isOpening(next)
        {
            position = scalars.count
            mistake(range(from: start), "This is nested too deep; what stands here was not read.")
            return nil
        }
        if let next = peek, Self.isMinus(next) {
            position += 1
            guard let inner = peek, !Self.isSpace(inner), !Self.isClosing(inner) else {
                mistake(range(from: start), "A minus wants something right after it, to leave out.")
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
                mistake(offsets[start]..<offsets[start + 1], "This bracket is not closed.")
            }
            if found == nil, mistakes.count == mistakeCount {
                mistake(range(from: start), "There is nothing in these brackets.")
            }
            return found
        }
        guard let term = term() else { return nil }
        let place = range(from: start)
        termCount += 1
        guard termCount <= SearchQuery.maximumTerms else {
            position = scalars.count
            mistake(range(from: start), "These are too many words; what stands here was not read.")
            return nil
        }
        return Found(term, at: place)
    }

    /// Takes a word that joins parts, and says where it stood.
    private mutating func takeWord(_ word: String) -> Range<Int>? {
        skipSpace()
        guard self.word(at: position, is: word) else { return nil }
        let start = position
        position += word.unicodeScalars.count
        return range(from: start)
    }

    private func word(at place: Int, is word: String) -> Bool {
        let end = place + word.unicodeScalars.count
        guard end <= scalars.count else { return false }
        let isThere = zip(scalars[place..<end], word.unicodeScalars).allSatisfy {
            $0 == $1 || $0.properties.lowercaseMapping == String($1)
        }
        return isThere && (end == scalars.count || Self.endsWord(scalars[end]))
    }
}

// MARK: - One term

extension SearchParser {
    /// A character, and whether it lost its special meaning.
    struct Letter {
        var scalar: Unicode.Scalar
        var isEscaped: Bool
    }

    /// Takes one term; nil where what stands there makes none, which was explained.
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
                "“\(name):” wants text after it, to look for in that field."
            )
            return nil
        }
        return .text(
            SearchText(pattern, isQuoted: isQuoted, field: SearchPattern(letters[..<colon]))
        )
    }

    /// Takes everything up to a space, a bracket or a quote.
    private mutating func takeWord() -> [Letter] {
        var letters: [Letter] = []
        while let next = peek, !Self.endsWord(next) { letters.append(takeLetter(next)) }
        return letters
    }

    /// Takes everything up to the closing quote.
    private mutating func takeQuoted() -> [Letter] {
        let start = position
        position += 1
        var letters: [Letter] = []
        while let next = peek, !Self.isQuote(next) { letters.append(takeLetter(next)) }
        if position < scalars.count {
            position += 1
        } else {
            mistake(offsets[start]..<offsets[start + 1], "This quote is not closed.")
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

    /// What was read since a place, in UTF-16 units.
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

    // Phones make quotes curly by themselves, and keyboards for Chinese and Japanese have brackets of their own.

    static func isQuote(_ scalar: Unicode.Scalar) -> Bool {
        "\"“”„‟＂".unicodeScalars.contains(scalar)
    }

    static func isOpening(_ scalar: Unicode.Scalar) -> Bool { scalar == "(" || scalar == "（" }

    static func isClosing(_ scalar: Unicode.Scalar) -> Bool { scalar == ")" || scalar == "）" }

    static func isMinus(_ scalar: Unicode.Scalar) -> Bool { "-−－".unicodeScalars.contains(scalar) }
}

extension SearchParser.Found {
    /// What this asks one by one, where it asks all of several things: brackets around those change nothing.
    fileprivate var conjuncts: [SearchParser.Found] {
        guard case .all(let parts) = expression else { return [self] }
        var rest = places[...]
        return parts.map { part in
            let count = part.terms.count
            defer { rest = rest.dropFirst(count) }
            return SearchParser.Found(expression: part, places: Array(rest.prefix(count)))
        }
    }

    private init(expression: SearchExpression, places: [Range<Int>]) {
        self.expression = expression
        self.places = places
    }
}

extension SearchPattern {
    /// Reads `*` for anything, unless it lost its meaning.
    init?(_ letters: some Sequence<SearchParser.Letter>) {
        self.init(
            letters.map { letter in
                !letter.isEscaped && (letter.scalar == "*" || letter.scalar == "＊")
                    ? .anything : .text(String(letter.scalar))
            }
        )
    }
}
