/// A regular expression that can hold up nobody, whatever it says: finding it once takes time in proportion to the text.
///
/// It follows all ways at once instead of trying one after the other (Russ Cox, *Regular Expression Matching: the Virtual
/// Machine Approach*, 2009). What that cannot do, looking around and finding a group again, is refused in words, and so is
/// what has to look through a long text again and again. It goes by characters as people see them; `.` is one of those.
public struct RegularExpression: Sendable {
    /// How often a part may be asked for by number.
    public static let mostTimes = 200
    /// The most steps that an expression may come to.
    public static let mostSteps = 2_000
    /// How many steps may be looked at in one text.
    static let mostVisits = 50_000_000
    /// How deep brackets may lie in one another.
    static let deepest = 50

    /// Where it was found, and where each of its groups was.
    public struct Match: Hashable, Sendable {
        /// All of it.
        public let range: Range<Int>
        /// The groups from the first on; nil for one that took no part.
        public let groups: [Range<Int>?]
    }

    /// One step of the machine.
    enum Step: Sendable {
        case one(CharacterTest)
        case at(ExpressionNode.Boundary)
        /// Goes on at both places, the first rather than the second.
        case split(Int, Int)
        case jump(Int)
        case save(Int)
        case found
    }

    let steps: [Step]
    let slots: Int
    private let matchesCase: Bool

    /// Reads an expression, or says what is wrong with it.
    ///
    /// - Parameters:
    ///   - matchesCase: Whether `Apple` is another word than `apple`.
    ///   - matchesWords: Whether what is found may cut no word in two.
    public init(
        _ pattern: String,
        matchesCase: Bool = false,
        matchesWords: Bool = false
    ) throws(ExpressionMistake) {
        var reader = ExpressionReader(pattern) { $0.key(matchesCase: matchesCase) }
        var node = try reader.read()
        if matchesWords { node = .sequence([.at(.noCut), node, .at(.noCut)]) }
        var program = ExpressionProgram()
        try program.append(.group(0, node))
        steps = program.steps + [.found]
        slots = 2 * (reader.groups + 1)
        self.matchesCase = matchesCase
    }

    /// All places where it is found, from left to right, none in another.
    public func matches(in text: [Character]) throws(ExpressionMistake) -> [Match] {
        var machine = ExpressionMachine(self, in: text, matchesCase: matchesCase)
        var matches: [Match] = []
        var place = 0
        while let match = try machine.first(from: place) {
            let isEmpty = match.range.isEmpty
            // Nothing at all is not found where something was found up to.
            if !isEmpty || match.range.lowerBound != matches.last?.range.upperBound {
                matches.append(match)
            }
            place = match.range.upperBound + (isEmpty ? 1 : 0)
            guard place <= text.count else { break }
        }
        return matches
    }
}

/// Steps in the making.
private struct ExpressionProgram {
    private(set) var steps: [RegularExpression.Step] = []

    mutating func append(_ node: ExpressionNode) throws(ExpressionMistake) {
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
    ) throws(ExpressionMistake) {
        let split = try add(.jump(0))
        try append(node)
        try add(.jump(split))
        steps[split] = fork(split + 1, steps.count, isGreedy)
    }

    private func fork(_ on: Int, _ past: Int, _ isGreedy: Bool) -> RegularExpression.Step {
        isGreedy ? .split(on, past) : .split(past, on)
    }

    @discardableResult
    private mutating func add(_ step: RegularExpression.Step) throws(ExpressionMistake) -> Int {
        guard steps.count < RegularExpression.mostSteps else { throw .tooLarge }
        steps.append(step)
        return steps.count - 1
    }
}
