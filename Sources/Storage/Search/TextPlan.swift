internal import Notes
internal import SQLite

/// How the index is asked for a text.
struct TextPlan: Hashable {
    /// What `MATCH` is given; nil where the index cannot help.
    var match: String?
    /// Whether what the index finds has to be read to be sure.
    var needsCheck: Bool
    /// What is found by looking for each of these by itself, all of it; for one `MATCH` they are too many.
    var words: SearchWords?
}

/// Puts a pattern of words into the names that the index knows them by.
struct TextPlanner {
    let vocabulary: Vocabulary
    let connection: Connection

    /// The most words that one pattern may stand for, before every note is read instead.
    private static let maximumWords = 400
    /// The most words with one beginning that are looked for one by one: what a beginning finds, the index first puts
    /// together from all of them.
    private static let maximumEndings = 64
    /// The most words of one pattern that are looked for together: `MATCH` looks at all of them for each note.
    private static let maximumTogether = 64
    /// The most words that are looked for each by itself.
    private static let maximumApart = 16_000
    /// The most phrases that one text may come to.
    private static let maximumPhrases = 400

    /// One name, or the beginning of names.
    private struct Name: Hashable {
        var token: [UInt8]
        var isPrefix = false

        var quoted: String {
            "\"\(String(decoding: token, as: UTF8.self))\"\(isPrefix ? " *" : "")"
        }

        /// The name of both where one follows the other; nil where either is a break.
        func followed(by next: Name) -> Name? {
            guard token != IndexToken.gap, next.token != IndexToken.gap else { return nil }
            return Name(token: IndexToken.pair(token, next.token), isPrefix: next.isPrefix)
        }
    }

    /// Names that all stand for one step of a pattern, and whether they say all of it.
    private struct Step {
        var names: [Name]
        var isExact = true
        /// The same as pairs are made of: without accents, and wherever they stand; none where no pair says it.
        var plain: [Name]
        /// Whether these say as much.
        var isPlain = true
    }

    /// Nil where no note can have such a text.
    func plan(_ pattern: TextPattern, field: String?) throws -> TextPlan? {
        if let words = try words(pattern, field: field) {
            return TextPlan(match: nil, needsCheck: true, words: words)
        }
        let runs = pattern.elements.split(separator: .anything)
        var matches: [String] = []
        var needsCheck = runs.count > 1
        for run in runs {
            var steps: [Step] = []
            for (index, element) in run.enumerated() {
                let isLast = index == run.count - 1
                guard var step = try step(element, field: field, isLast: isLast) else {
                    return TextPlan(match: nil, needsCheck: true)
                }
                guard !step.names.isEmpty else { return nil }
                if !step.isExact { needsCheck = true }
                // Nothing makes a pair with a break.
                if isLast, index > 0, run[run.startIndex + index - 1] == .gap {
                    step.plain = step.names
                }
                steps.append(step)
            }
            if steps.count > 1, let ways = ways(steps.map(\.plain)) {
                matches.append(anyOf(ways.map { phrase(pairs($0)) }))
                if steps.allSatisfy(\.isPlain) { continue }
            }
            if let ways = ways(steps.map(\.names)) {
                matches.append(anyOf(ways.map(phrase)))
            } else {
                needsCheck = true
                matches += steps.map { anyOf($0.names.map(\.quoted)) }
            }
        }
        return TextPlan(
            match: matches.isEmpty ? nil : matches.map { "(\($0))" }.joined(separator: " AND "),
            needsCheck: needsCheck || matches.isEmpty
        )
    }

    /// Many words that one with stars stands for; nil where they are few, or too many.
    private func words(_ pattern: TextPattern, field: String?) throws -> SearchWords? {
        guard pattern.elements.count == 1, case .word(let word) = pattern.elements[0],
            word.hasStars, !word.isAccented,
            let matches = try vocabulary.words(word, limit: Self.maximumApart, on: connection),
            matches.count > Self.maximumTogether
        else { return nil }
        let field = field.map { Array($0.utf8) }
        return SearchWords(
            matches.map { match in
                field.map { IndexToken.inField($0, match.folded) } ?? match.folded
            }
        )
    }

    /// Every way to say some steps one after the other; nil where they are too many.
    private func ways(_ steps: [[Name]]) -> [[Name]]? {
        let count = steps.reduce(1) { $0.multipliedReportingOverflow(by: $1.count).partialValue }
        guard count > 0, count <= Self.maximumPhrases else { return nil }
        return steps.reduce([[]]) { ways, names in
            ways.flatMap { way in names.map { way + [$0] } }
        }
    }

    /// Names that say the same of words in a row, each with the word that follows it.
    private func pairs(_ names: [Name]) -> [Name] {
        let pairs = zip(names, names.dropFirst()).map { $0.followed(by: $1) }
        let ends = pairs.last == .some(nil) ? names.suffix(1) : []
        return zip(pairs, names).map { $0 ?? $1 } + ends
    }

    private func phrase(_ names: [Name]) -> String { names.map(\.quoted).joined(separator: " + ") }

    private func sorted(_ names: Set<Name>) -> [Name] {
        names.sorted { $0.token.lexicographicallyPrecedes($1.token) }
    }

    private func anyOf(_ parts: [String]) -> String { parts.joined(separator: " OR ") }

    /// The names for one step; nil where they are too many.
    private func step(
        _ element: TextPattern.Element,
        field: String?,
        isLast: Bool
    ) throws -> Step? {
        let field = field.map { Array($0.utf8) }
        func named(_ token: [UInt8]) -> [UInt8] {
            field.map { IndexToken.inField($0, token) } ?? token
        }
        func one(_ token: [UInt8]) -> Step {
            let plain = [Name(token: token)]
            return Step(names: [Name(token: named(token))], plain: plain, isPlain: field == nil)
        }
        switch element {
        case .anything: return nil
        case .gap: return one(IndexToken.gap)
        case .single(let character): return one(character)
        case .word(let word):
            if !word.hasStars, !word.isAccented {
                if !word.isBeginning { return one(word.folded) }
                let letters = word.folded.firstLetters(IndexToken.beginnings.upperBound + 1)
                if field == nil, IndexToken.beginnings.contains(letters.count) {
                    return Step(
                        names: [Name(token: IndexToken.beginning(word.folded))],
                        plain: isLast ? [Name(token: word.folded, isPrefix: true)] : []
                    )
                }
            }
            let isPrefix = isLast && !word.hasStars && !word.isAccented
            let beginning = [Name(token: word.folded, isPrefix: true)]
            let limit = isPrefix ? Self.maximumEndings : Self.maximumWords
            guard let words = try vocabulary.words(word, limit: limit, on: connection) else {
                guard isPrefix else { return nil }
                return Step(
                    names: [Name(token: named(word.folded), isPrefix: true)],
                    plain: beginning,
                    isPlain: field == nil
                )
            }
            var names: Set<Name> = []
            for match in words {
                if word.isAccented, field == nil, let accented = match.accented {
                    names.insert(Name(token: IndexToken.accented(accented)))
                } else {
                    names.insert(Name(token: named(match.folded)))
                }
            }
            return Step(
                names: sorted(names),
                isExact: !word.isAccented || field == nil,
                plain: isPrefix
                    ? beginning : sorted(Set(words.map { Name(token: $0.folded) })),
                isPlain: field == nil && !word.isAccented
            )
        }
    }
}

/// Names that the index is asked for one after the other.
struct SearchWords: Hashable, Sendable {
    /// A JSON array of them, each as `MATCH` takes it.
    let json: String
    let count: Int

    init(_ tokens: [[UInt8]]) {
        // Letters need no escapes, and of control characters only the mark of a field stands among them.
        var bytes = Array("[".utf8)
        for token in tokens {
            if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
            bytes += #""\""#.utf8
            for byte in token {
                if byte == IndexToken.fieldMark {
                    bytes += #"\u0003"#.utf8
                } else {
                    bytes.append(byte)
                }
            }
            bytes += #"\"""#.utf8
        }
        json = String(decoding: bytes + "]".utf8, as: UTF8.self)
        count = tokens.count
    }
}
