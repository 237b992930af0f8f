import Languages
import Notes
import Recall
import SQLite
import Storage
import Testing

/// Random queries find the same as a naive implementation.
struct SearchPropertyTests {
    @Test(arguments: [UInt64(1), 2, 3]) func agreesWithReadingEveryNote(seed: UInt64) throws {
        var chance = Chance(state: seed)
        let fresh = try Fresh()
        let notes = (1...60).map { index in
            NaiveNote(
                id: Int64(index),
                fields: [chance.text(), chance.text()],
                tags: chance.sample(["x", "x::y", "z"])
            )
        }
        try fresh.database.write { writer in
            for naive in notes {
                var note = fresh.note(naive.id)
                note.values = [1: FieldValue(naive.fields[0]), 2: FieldValue(naive.fields[1])]
                note.tags = naive.tags.compactMap { TagName($0) }
                try writer.insert(note)
            }
        }

        for _ in 0..<400 {
            let query = SearchQuery(chance.expression(depth: 3))
            let unfinished = query.unfinishedTerm
            let expected = try notes.filter { note in
                var index = 0
                return try note.matches(#require(query.expression), unfinished, &index)
            }

            let found = try fresh.search(query.description)

            let difference = Set(found.notes.map(\.rawValue))
                .symmetricDifference(expected.map(\.id))
            #expect(difference.isEmpty, "\(query)")
        }
    }
}

/// A note with a naive implementation of matching.
private struct NaiveNote {
    var id: Int64
    var fields: [String]
    var tags: [String]

    func matches(
        _ expression: SearchExpression,
        _ unfinished: Int?,
        _ index: inout Int
    ) -> Bool {
        switch expression {
        case .term(.text(let text)):
            defer { index += 1 }
            let isUnfinished = index == unfinished
            let fields =
                switch text.field?.text {
                case "front": [self.fields[0]]
                case "back": [self.fields[1]]
                default: self.fields
                }
            return fields.contains { has(text.pattern, in: $0, isUnfinished: isUnfinished) }
        case .term(.tag(let pattern)):
            defer { index += 1 }
            return tags.contains { $0 == pattern.text || $0.hasPrefix("\(pattern.shown)::") }
        case .term:
            preconditionFailure("No such term is generated")
        case .not(let inner): return !matches(inner, unfinished, &index)
        case .all(let parts):
            // Matching a part counts its terms, so none may be skipped.
            return parts.map { matches($0, unfinished, &index) }.allSatisfy { $0 }
        case .any(let parts):
            return parts.map { matches($0, unfinished, &index) }.contains(true)
        }
    }

    /// Tries every position; patterns here are words separated by spaces, or adjacent characters.
    private func has(_ pattern: SearchPattern, in field: String, isUnfinished: Bool) -> Bool {
        let text = Self.words(field)
        var asked = Self.words(pattern.shown)
        if isUnfinished, let last = asked.last, last.first?.isHan == false, !last.hasSuffix("*") {
            asked[asked.count - 1] += "*"
        }
        guard asked.count <= text.count else { return false }
        return (0...(text.count - asked.count)).contains { start in
            zip(asked, text[start...]).allSatisfy { Self.isMeant(Array($1), by: Array($0)) }
        }
    }

    /// Words, single characters, and the gaps around these.
    private static func words(_ text: String) -> [String] {
        var words: [String] = []
        var wasSpace = false
        for character in text.lowercased() {
            if character == " " {
                wasSpace = true
                continue
            }
            let isAfterHan = words.last?.first?.isHan == true
            if wasSpace, !words.isEmpty, isAfterHan || character.isHan { words.append(" ") }
            if character.isHan || isAfterHan || wasSpace || words.isEmpty || words.last == " " {
                words.append(String(character))
            } else {
                words[words.count - 1].append(character)
            }
            wasSpace = false
        }
        return words
    }

    private static func isMeant(_ word: [Character], by asked: [Character]) -> Bool {
        guard let first = asked.first else { return word.isEmpty }
        if first == "*" {
            return (0...word.count).contains {
                isMeant(Array(word[$0...]), by: Array(asked.dropFirst()))
            }
        }
        guard let letter = word.first, letter == first || letter.plain == first else {
            return false
        }
        return isMeant(Array(word.dropFirst()), by: Array(asked.dropFirst()))
    }
}

extension Character {
    fileprivate var isHan: Bool { "日本語".contains(self) }

    fileprivate var plain: Character {
        switch self {
        case "é": "e"
        case "à": "a"
        default: self
        }
    }
}

/// Generates texts and queries with many matches.
private struct Chance {
    var state: UInt64

    mutating func below(_ bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % bound
    }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[below(elements.count)]
    }

    mutating func sample(_ names: [String]) -> [String] { names.filter { _ in below(3) == 0 } }

    mutating func word() -> String {
        if below(4) == 0 {
            return (0...below(3)).map { _ in pick(["日", "本", "語"]) }.joined()
        }
        return (0...below(4)).map { _ in pick(["a", "e", "b", "é", "à"]) }.joined()
    }

    mutating func text() -> String { (0..<below(6)).map { _ in word() }.joined(separator: " ") }

    private mutating func pattern() -> String {
        let word = word()
        guard word.first?.isHan == false else { return word }
        return switch below(5) {
        case 0: word + "*"
        case 1: "*" + word
        case 2: "*\(word)*"
        default: word
        }
    }

    mutating func expression(depth: Int) -> SearchExpression {
        let kind = below(depth == 0 ? 5 : 9)
        switch kind {
        case 0...2:
            let field = below(4) == 0 ? SearchPattern(text: pick(["front", "back"])) : nil
            return .term(.text(SearchText(read(pattern()), field: field)))
        case 3:
            let words = (0...below(3)).map { _ in pattern() }.joined(separator: " ")
            return .term(.text(SearchText(read(words), isQuoted: true)))
        case 4: return .term(.tag(read(pick(["x", "x::y", "z"]))))
        case 5: return .not(expression(depth: depth - 1))
        case 6, 7: return .all([expression(depth: depth - 1), expression(depth: depth - 1)])
        default: return .any([expression(depth: depth - 1), expression(depth: depth - 1)])
        }
    }

    private func read(_ text: String) -> SearchPattern {
        let parts = text.map { $0 == "*" ? SearchPattern.Part.anything : .text(String($0)) }
        guard let pattern = SearchPattern(parts) else {
            preconditionFailure("Empty pattern")
        }
        return pattern
    }
}
