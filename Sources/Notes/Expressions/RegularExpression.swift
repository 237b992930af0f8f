/// A regular expression whose matching time is proportional to the length of the text, whatever the expression.
///
/// It follows all alternatives at once instead of backtracking (Russ Cox, *Regular Expression Matching: the Virtual
/// Machine Approach*, 2009). What that cannot do (lookaround and back references) is refused with a message, and so is
/// a search that would scan a long text too often. It matches grapheme clusters, not scalars; `.` is one of those.
package struct RegularExpression: Sendable {
    /// The maximum count in a quantifier.
    static let mostTimes = 200
    /// The maximum number of steps of a compiled expression.
    static let mostSteps = 2_000
    /// The maximum number of steps executed for one text.
    static let mostVisits = 50_000_000
    /// The maximum nesting depth of brackets.
    static let deepest = 50

    /// The ranges of a match and its groups.
    package struct Match: Hashable, Sendable {
        package let range: Range<Int>
        /// The groups; nil for one that did not participate.
        package let groups: [Range<Int>?]
    }

    /// One instruction of the compiled expression.
    enum Step: Sendable {
        case one(CharacterTest)
        case at(ExpressionNode.Boundary)
        /// Continues at both steps, preferring the first.
        case split(Int, Int)
        case jump(Int)
        case save(Int)
        case found
    }

    let steps: [Step]
    let slots: Int
    private let matchesCase: Bool

    /// Parses and compiles an expression.
    ///
    /// - Parameters:
    /// - matchesCase: Whether `Apple` differs from `apple`.
    /// - matchesWords: Whether a match must consist of whole words.
    package init(
        _ pattern: String,
        matchesCase: Bool = false,
        matchesWords: Bool = false
    ) throws(RegularExpressionError) {
        var reader = ExpressionParser(pattern) { $0.key(matchesCase: matchesCase) }
        var node = try reader.read()
        if matchesWords { node = .sequence([.at(.noCut), node, .at(.noCut)]) }
        var program = ExpressionProgram()
        try program.append(.group(0, node))
        steps = program.steps + [.found]
        slots = 2 * (reader.groups + 1)
        self.matchesCase = matchesCase
    }

    /// All matches from left to right, without overlaps.
    package func matches(in text: [Character]) throws(RegularExpressionError) -> [Match] {
        var machine = ExpressionMatcher(self, in: text, matchesCase: matchesCase)
        var matches: [Match] = []
        var position = 0
        while let match = try machine.first(from: position) {
            let isEmpty = match.range.isEmpty
            // No empty match directly after another match.
            if !isEmpty || match.range.lowerBound != matches.last?.range.upperBound {
                matches.append(match)
            }
            position = match.range.upperBound + (isEmpty ? 1 : 0)
            guard position <= text.count else { break }
        }
        return matches
    }
}

/// The steps while they are being compiled.
private struct ExpressionProgram {
    private(set) var steps: [RegularExpression.Step] = []

    mutating func append(_ node: ExpressionNode) throws(RegularExpressionError) {
        switch node {
        case .one(let test): try add(.one(test))
        case .at(let boundary): try add(.at(boundary))
        case .sequence(let parts): for part in parts { try append(part) }
        case .group(let number, let inner):
            try add(.save(2 * number))
            try append(inner)
            try add(.save(2 * number + 1))
        case .either(let ways):
            var ends: [Int] = []
            for way in ways.dropLast() {
                let split = try add(.jump(0))
                try append(way)
                ends.append(try add(.jump(0)))
                steps[split] = .split(split + 1, steps.count)
            }
            try append(ways[ways.count - 1])
            for end in ends { steps[end] = .jump(steps.count) }
        case .times(let inner, let least, let most, let isGreedy):
            for _ in 0..<least { try append(inner) }
            guard let most else { return try appendAnyTimes(inner, isGreedy) }
            var splits: [Int] = []
            for _ in least..<most {
                splits.append(try add(.jump(0)))
                try append(inner)
            }
            for split in splits { steps[split] = fork(split + 1, steps.count, isGreedy) }
        }
    }

    private mutating func appendAnyTimes(
        _ node: ExpressionNode,
        _ isGreedy: Bool
    ) throws(RegularExpressionError) {
        let split = try add(.jump(0))
        try append(node)
        try add(.jump(split))
        steps[split] = fork(split + 1, steps.count, isGreedy)
    }

    private func fork(_ on: Int, _ past: Int, _ isGreedy: Bool) -> RegularExpression.Step {
        isGreedy ? .split(on, past) : .split(past, on)
    }

    @discardableResult
    private mutating func add(_ step: RegularExpression.Step) throws(RegularExpressionError) -> Int
    {
        guard steps.count < RegularExpression.mostSteps else { throw .tooLarge }
        steps.append(step)
        return steps.count - 1
    }
}
