/// A recursive-descent parser for regular expressions.
struct ExpressionParser {
    private var rest: Substring
    private let key: (Character) -> String
    private(set) var groups = 0
    private var depth = 0

    /// - Parameter key: Returns the key by which a character is compared.
    init(_ pattern: String, key: @escaping (Character) -> String) {
        rest = pattern[...]
        self.key = key
    }

    mutating func read() throws(RegularExpressionError) -> ExpressionNode {
        let node = try readEither()
        guard rest.isEmpty else { throw .openBracket(")") }
        return node
    }

    private mutating func readEither() throws(RegularExpressionError) -> ExpressionNode {
        var ways = [try readSequence()]
        while take("|") { ways.append(try readSequence()) }
        return ways.count == 1 ? ways[0] : .either(ways)
    }

    private mutating func readSequence() throws(RegularExpressionError) -> ExpressionNode {
        var parts: [ExpressionNode] = []
        while let next = rest.first, next != "|", next != ")" {
            parts.append(try readTimes(try readOne()))
        }
        return .sequence(parts)
    }

    private mutating func readOne() throws(RegularExpressionError) -> ExpressionNode {
        let sign = rest.removeFirst()
        switch sign {
        case "(": return try readGroup()
        case "[": return .one(try readClass())
        case "\\": return try readEscape()
        case ".": return .one(CharacterTest(items: [.newline], isNegated: true))
        case "^": return .at(.lineStart)
        case "$": return .at(.lineEnd)
        case "*", "+", "?": throw .nothingToRepeat(sign)
        default: return .one(CharacterTest(items: [.key(key(sign))]))
        }
    }

    private mutating func readGroup() throws(RegularExpressionError) -> ExpressionNode {
        depth += 1
        // Each nested bracket is a nested call, so the depth is bounded.
        guard depth <= RegularExpression.deepest else { throw .tooLarge }
        defer { depth -= 1 }
        var number: Int?
        if take("?") {
            guard take(":") else { throw .notOffered("(?\(rest.prefix(1))") }
        } else {
            groups += 1
            number = groups
        }
        let inner = try readEither()
        guard take(")") else { throw .openBracket("(") }
        return number.map { .group($0, inner) } ?? inner
    }

    /// A quantifier after a node.
    private mutating func readTimes(
        _ node: ExpressionNode
    ) throws(RegularExpressionError) -> ExpressionNode {
        let least: Int
        let most: Int?
        switch rest.first {
        case "*": (least, most) = (0, nil)
        case "+": (least, most) = (1, nil)
        case "?": (least, most) = (0, 1)
        case "{":
            guard let (bounds, end) = try counts() else { return node }
            (least, most) = bounds
            rest = rest[end...]
            return try finishTimes(node, least, most)
        default: return node
        }
        rest.removeFirst()
        return try finishTimes(node, least, most)
    }

    private mutating func finishTimes(
        _ node: ExpressionNode,
        _ least: Int,
        _ most: Int?
    ) throws(RegularExpressionError) -> ExpressionNode {
        let isGreedy = !take("?")
        if let sign = rest.first, "*+?".contains(sign) { throw .nothingToRepeat(sign) }
        return .times(node, least: least, most: most, isGreedy: isGreedy)
    }

    /// Parses `{2}`, `{2,}` or `{2,5}`; nil if the braces are literal, as in `{{c1::word}}`.
    private func counts() throws(RegularExpressionError) -> (
        bounds: (Int, Int?), end: Substring.Index
    )? {
        guard let close = rest.firstIndex(of: "}") else { return nil }
        let inner = rest[rest.index(after: rest.startIndex)..<close]
        let parts = inner.split(separator: ",", omittingEmptySubsequences: false)
        let isNumber = { (part: Substring) in part.utf8.allSatisfy { (0x30...0x39).contains($0) } }
        guard (1...2).contains(parts.count), !parts[0].isEmpty, parts.allSatisfy(isNumber) else {
            return nil
        }
        let range = 0...RegularExpression.mostTimes
        guard let least = Int(parts[0]), range.contains(least) else {
            throw .badRange("{\(inner)}")
        }
        var most: Int? = parts.count == 1 ? least : nil
        if parts.count == 2, !parts[1].isEmpty {
            guard let number = Int(parts[1]), range.contains(number), number >= least else {
                throw .badRange("{\(inner)}")
            }
            most = number
        }
        return ((least, most), rest.index(after: close))
    }

    private mutating func readEscape() throws(RegularExpressionError) -> ExpressionNode {
        guard let sign = rest.popFirst() else { throw .unknownEscape("\\") }
        switch sign {
        case "b": return .at(.word(true))
        case "B": return .at(.word(false))
        default: return .one(CharacterTest(items: [try item(escaped: sign)]))
        }
    }

    private func item(
        escaped sign: Character
    ) throws(RegularExpressionError) -> CharacterTest.Item {
        switch sign {
        case "d", "D": return .digit(sign == "d")
        case "w", "W": return .word(sign == "w")
        case "s", "S": return .space(sign == "s")
        case "n": return .newline
        case "t": return .key("\t")
        default:
            // Back references have no bound in time.
            if sign.isNumber { throw .notOffered("\\\(sign)") }
            guard !sign.isLetter else { throw .unknownEscape("\\\(sign)") }
            return .key(key(sign))
        }
    }

    /// Parses a bracket expression after its opening bracket.
    private mutating func readClass() throws(RegularExpressionError) -> CharacterTest {
        var test = CharacterTest(items: [], isNegated: take("^"))
        while let sign = rest.popFirst() {
            // Right after the opening bracket it is literal.
            if sign == "]", !test.items.isEmpty { return test }
            if sign == "\\" {
                guard let escaped = rest.popFirst() else { throw .unknownEscape("\\") }
                test.items.append(try item(escaped: escaped))
            } else if rest.first == "-", let end = rest.dropFirst().first, end != "]", end != "\\" {
                rest.removeFirst(2)
                let ends = [sign, end].map { String($0).composed.unicodeScalars }
                guard ends.allSatisfy({ $0.count == 1 }), let first = ends[0].first,
                    let last = ends[1].first, first <= last
                else { throw .badRange("\(sign)-\(end)") }
                test.items.append(.range(first...last))
            } else {
                test.items.append(.key(key(sign)))
            }
        }
        throw .openBracket("[")
    }

    private mutating func take(_ sign: Character) -> Bool {
        guard rest.first == sign else { return false }
        rest.removeFirst()
        return true
    }
}
