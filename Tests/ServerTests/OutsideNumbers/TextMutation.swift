import TestChance

/// Changes a text as somebody would who knows its format: whole tokens instead of bytes.
struct TextMutation {
    private var tokens: [Substring] = []
    /// Where words, numbers and quoted texts are.
    private var valuePlaces: [Int] = []

    /// What any token may become.
    private static let values =
        OutsideNumber.all.compactMap(\.json) + [
            "null", "true", "false", "[]", "{}", "\"\"", "\"x\"", "[[[[]]]]",
            "{\"a\": {\"a\": []}}",
            "\"\\u0000\"", "\"\\ud800\"", "\"../../x\"", "\"🦉\"", "\"<img src=x onerror=y>\"",
            "<a>", "</a>",
            "&amp;", "&#0;", "\u{0}", "\u{FEFF}", "\n", ",", ";", "\t", "#separator:tab\n",
            "#columns:A,A,A\n",
            "#deck column:1\n", "-0", "0x10", "1e-400", "00", "+1", "{{c1::x}}", "{{#a}}",
            "[sound:x]",
        ]

    init(_ text: String) {
        var rest = text[...]
        while let first = rest.first {
            let kind = Self.kind(first)
            var token =
                first == "\""
                ? rest.prefix(1 + rest.dropFirst().prefix { $0 != "\"" && $0 != "\n" }.count + 1)
                : rest.prefix { Self.kind($0) == kind }
            if kind == 0 { token = rest.prefix(1) }
            if first == "\"", !token.dropFirst().contains("\"") { token = rest.prefix(1) }
            if token.count > 1 || kind == 1 { valuePlaces.append(tokens.count) }
            tokens.append(token)
            rest = rest[token.endIndex...]
        }
    }

    /// Marks are tokens of their own; letters and digits, and spaces, belong together.
    private static func kind(_ character: Character) -> Int {
        if character.isLetter || character.isNumber || ".-+_".contains(character) { return 1 }
        return character.isWhitespace && character != "\n" ? 2 : 0
    }

    /// The text with one to four changes.
    func changed(_ chance: inout SplitMix) -> String {
        var tokens = tokens
        for _ in 0..<Int.random(in: 1...4, using: &chance) {
            guard let index = tokens.indices.randomElement(using: &chance) else { break }
            switch Int.random(in: 0..<15, using: &chance) {
            case 0: tokens.remove(at: index)
            case 1: tokens.insert(tokens[index], at: index)
            case 2: tokens.swapAt(index, tokens.indices.randomElement(using: &chance) ?? index)
            case 3:
                let end = min(tokens.count, index + Int.random(in: 1...40, using: &chance))
                tokens.insert(contentsOf: tokens[index..<end], at: index)
            case 4:
                let end = min(tokens.count, index + Int.random(in: 1...40, using: &chance))
                tokens.removeSubrange(index..<end)
            default:
                let place = valuePlaces.randomElement(using: &chance) ?? index
                if place < tokens.count {
                    tokens[place] = (Self.values.randomElement(using: &chance) ?? "")[...]
                }
            }
        }
        return tokens.joined()
    }
}
