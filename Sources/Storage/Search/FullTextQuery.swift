internal import Notes
internal import SQLite

struct FullTextQuery: Hashable {
    /// The argument of `MATCH`; nil if the index cannot help.
    var match: String?
    /// Whether the texts of the results have to be read to be sure.
    var needsCheck: Bool
    /// Words to look for one by one, because they are too many for one `MATCH`.
    var words: SearchWords?
}

/// Translates a text pattern into the tokens of the full-text index.
struct FullTextPlanner {
    let vocabulary: Vocabulary
    let connection: Connection

    /// The most words that a pattern in a phrase may match; with more, every note is read instead.
    private static let maximumWords = 400
    /// The most words with a prefix that are listed in the `MATCH`.
    ///
    /// For a prefix, FTS5 merges the results of all words before it returns the first one.
    private static let maximumPrefixWords = 64
    /// The most words that a pattern with stars may match in one `MATCH`, which looks at all of them for each note.
    private static let maximumTogether = 64
    /// The most words that are looked for one by one.
    private static let maximumApart = 16_000
    /// The most phrases that one text may expand to.
    private static let maximumPhrases = 400

    /// A token, or the prefix of tokens.
    private struct Term: Hashable {
        var token: [UInt8]
        var isPrefix = false

        var quoted: String {
            "\"\(String(decoding: token, as: UTF8.self))\"\(isPrefix ? " *" : "")"
        }

        /// The token of both words in a row; nil if either is a gap.
        func followed(by next: Term) -> Term? {
            guard token != IndexToken.gap, next.token != IndexToken.gap else { return nil }
            return Term(token: IndexToken.pair(token, next.token), isPrefix: next.isPrefix)
        }
    }

    /// Alternative terms for one element of a pattern.
    private struct Step {
        var terms: [Term]
        /// Whether the terms find only what the element matches.
        var isExact = true
        /// Alternatives that occur in pairs: without accents and fields; none if no pair has the element.
        var plain: [Term]
        /// Whether these find only what the element matches.
        var isPlain = true
    }

    /// Nil if no note can match.
    func query(_ pattern: TextPattern, field: String?) throws -> FullTextQuery? {
        if let words = try words(pattern, field: field) {
            return FullTextQuery(match: nil, needsCheck: true, words: words)
        }
        let runs = pattern.elements.split(separator: .anything)
        var matches: [String] = []
        var needsCheck = runs.count > 1
        for run in runs {
            var steps: [Step] = []
            for (index, element) in run.enumerated() {
                let isLast = index == run.count - 1
                guard var step = try step(element, field: field, isLast: isLast) else {
                    return FullTextQuery(match: nil, needsCheck: true)
                }
                guard !step.terms.isEmpty else { return nil }
                if !step.isExact { needsCheck = true }
                // Gaps are in no pairs.
                if isLast, index > 0, run[run.startIndex + index - 1] == .gap {
                    step.plain = step.terms
                }
                steps.append(step)
            }
            if steps.count > 1, let phrases = phrases(steps.map(\.plain)) {
                matches.append(anyOf(phrases.map { phrase(pairs($0)) }))
                if steps.allSatisfy(\.isPlain) { continue }
            }
            if let phrases = phrases(steps.map(\.terms)) {
                matches.append(anyOf(phrases.map(phrase)))
            } else {
                needsCheck = true
                matches += steps.map { anyOf($0.terms.map(\.quoted)) }
            }
        }
        return FullTextQuery(
            match: matches.isEmpty ? nil : matches.map { "(\($0))" }.joined(separator: " AND "),
            needsCheck: needsCheck || matches.isEmpty
        )
    }

    /// The words that a pattern with stars matches; nil if they are few, or too many.
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

    /// All phrases that some steps in a row stand for; nil if they are too many.
    private func phrases(_ steps: [[Term]]) -> [[Term]]? {
        let count = steps.reduce(1) { $0.multipliedReportingOverflow(by: $1.count).partialValue }
        guard count > 0, count <= Self.maximumPhrases else { return nil }
        return steps.reduce([[]]) { phrases, terms in
            phrases.flatMap { phrase in terms.map { phrase + [$0] } }
        }
    }

    /// Equivalent terms for words in a row: each paired with the word that follows it.
    private func pairs(_ terms: [Term]) -> [Term] {
        let pairs = zip(terms, terms.dropFirst()).map { $0.followed(by: $1) }
        let ends = pairs.last == .some(nil) ? terms.suffix(1) : []
        return zip(pairs, terms).map { $0 ?? $1 } + ends
    }

    private func phrase(_ terms: [Term]) -> String { terms.map(\.quoted).joined(separator: " + ") }

    private func sorted(_ terms: Set<Term>) -> [Term] {
        terms.sorted { $0.token.lexicographicallyPrecedes($1.token) }
    }

    private func anyOf(_ parts: [String]) -> String { parts.joined(separator: " OR ") }

    /// The terms for one element; nil if they are too many.
    private func step(
        _ element: TextPattern.Element,
        field: String?,
        isLast: Bool
    ) throws -> Step? {
        let field = field.map { Array($0.utf8) }
        func inField(_ token: [UInt8]) -> [UInt8] {
            field.map { IndexToken.inField($0, token) } ?? token
        }
        func one(_ token: [UInt8]) -> Step {
            let plain = [Term(token: token)]
            return Step(terms: [Term(token: inField(token))], plain: plain, isPlain: field == nil)
        }
        switch element {
        case .anything: return nil
        case .gap: return one(IndexToken.gap)
        case .single(let character): return one(character)
        case .word(let word):
            if !word.hasStars, !word.isAccented {
                if !word.isBeginning { return one(word.folded) }
                let letters = word.folded.firstLetters(IndexToken.prefixLengths.upperBound + 1)
                if field == nil, IndexToken.prefixLengths.contains(letters.count) {
                    return Step(
                        terms: [Term(token: IndexToken.prefix(word.folded))],
                        plain: isLast ? [Term(token: word.folded, isPrefix: true)] : []
                    )
                }
            }
            let isPrefix = isLast && !word.hasStars && !word.isAccented
            let prefix = [Term(token: word.folded, isPrefix: true)]
            let limit = isPrefix ? Self.maximumPrefixWords : Self.maximumWords
            guard let words = try vocabulary.words(word, limit: limit, on: connection) else {
                guard isPrefix else { return nil }
                return Step(
                    terms: [Term(token: inField(word.folded), isPrefix: true)],
                    plain: prefix,
                    isPlain: field == nil
                )
            }
            var terms: Set<Term> = []
            for match in words {
                if word.isAccented, field == nil, let accented = match.accented {
                    terms.insert(Term(token: IndexToken.accented(accented)))
                } else {
                    terms.insert(Term(token: inField(match.folded)))
                }
            }
            return Step(
                terms: sorted(terms),
                isExact: !word.isAccented || field == nil,
                plain: isPrefix
                    ? prefix : sorted(Set(words.map { Term(token: $0.folded) })),
                isPlain: field == nil && !word.isAccented
            )
        }
    }
}

/// Tokens that are looked for one after the other in the full-text index.
struct SearchWords: Hashable, Sendable {
    /// A JSON array of the arguments of `MATCH`.
    let json: String
    let count: Int

    init(_ tokens: [[UInt8]]) {
        // Letters need no escapes, and the only control character in these tokens is the mark of a field.
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
