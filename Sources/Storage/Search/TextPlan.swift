internal import Notes
internal import SQLite

/// How the index is asked for a text.
struct TextPlan: Hashable {
    /// What `MATCH` is given; nil where the index cannot help.
    var match: String?
    /// Whether what the index finds has to be read to be sure.
    var needsCheck: Bool

    static let nothing = TextPlan(match: nil, needsCheck: false)
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
    /// The most phrases that one text may come to.
    private static let maximumPhrases = 400

    /// One name, or the beginning of names.
    private struct Name: Hashable {
        var token: [UInt8]
        var isPrefix = false

        var quoted: String {
            "\"\(String(decoding: token, as: UTF8.self))\"\(isPrefix ? " *" : "")"
        }
    }

    /// Names that all stand for one step of a pattern, and whether they say all of it.
    private struct Step {
        var names: [Name]
        var isExact = true
    }

    /// Nil where no note can have such a text.
    func plan(_ pattern: TextPattern, field: String?) throws -> TextPlan? {
        let runs = pattern.elements.split(separator: .anything)
        var matches: [String] = []
        var needsCheck = runs.count > 1
        for run in runs {
            var steps: [Step] = []
            for (index, element) in run.enumerated() {
                let isLast = index == run.count - 1
                guard let step = try step(element, field: field, isLast: isLast) else {
                    return TextPlan(match: nil, needsCheck: true)
                }
                guard !step.names.isEmpty else { return nil }
                if !step.isExact { needsCheck = true }
                steps.append(step)
            }
            let count = steps.reduce(1) {
                $0.multipliedReportingOverflow(by: $1.names.count).partialValue
            }
            if count > 0, count <= Self.maximumPhrases {
                matches.append(phrases(steps))
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

    /// Every way to say the steps one after the other.
    private func phrases(_ steps: [Step]) -> String {
        var phrases = [""]
        for (index, step) in steps.enumerated() {
            phrases = phrases.flatMap { phrase in
                step.names.map { index == 0 ? $0.quoted : "\(phrase) + \($0.quoted)" }
            }
        }
        return anyOf(phrases)
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
        switch element {
        case .anything: return nil
        case .gap: return Step(names: [Name(token: named(IndexToken.gap))])
        case .single(let character): return Step(names: [Name(token: named(character))])
        case .word(let word):
            if !word.hasStars, !word.isAccented {
                if !word.isBeginning { return Step(names: [Name(token: named(word.folded))]) }
                let letters = word.folded.firstLetters(IndexToken.beginnings.upperBound + 1)
                if field == nil, IndexToken.beginnings.contains(letters.count) {
                    return Step(names: [Name(token: IndexToken.beginning(word.folded))])
                }
            }
            let isPrefix = isLast && !word.hasStars && !word.isAccented
            let limit = isPrefix ? Self.maximumEndings : Self.maximumWords
            guard let words = try vocabulary.words(word, limit: limit, on: connection) else {
                return isPrefix
                    ? Step(names: [Name(token: named(word.folded), isPrefix: true)]) : nil
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
                names: names.sorted { $0.token.lexicographicallyPrecedes($1.token) },
                isExact: !word.isAccented || field == nil
            )
        }
    }
}
