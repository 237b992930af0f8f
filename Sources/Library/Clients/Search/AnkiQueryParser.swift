internal import Notes
internal import Recall

/// Parses a search in Anki's language: terms, `and`, `or`, `-`, brackets and quotes.
struct AnkiQueryParser {
    private let text: [Unicode.Scalar]
    private var position = 0
    private var depth = 0
    private var terms = 0

    init(_ text: String) {
        self.text = Array(text.unicodeScalars.map { $0 == "\u{3000}" ? " " : $0 })
    }

    mutating func query() throws(AnkiQueryError) -> AnkiQuery {
        skipSpace()
        guard peek != nil else { return .everything }
        let query = try alternatives()
        guard peek == nil else { throw AnkiQueryError("a closing bracket has no opening one.") }
        return query
    }

    private mutating func alternatives() throws(AnkiQueryError) -> AnkiQuery {
        var alternatives = [try conjunction()]
        while takeWord("or") { alternatives.append(try conjunction()) }
        return alternatives.count == 1 ? alternatives[0] : .any(alternatives)
    }

    private mutating func conjunction() throws(AnkiQueryError) -> AnkiQuery {
        var parts: [AnkiQuery] = []
        while true {
            skipSpace()
            guard let next = peek, next != ")", !isWord("or") else { break }
            if takeWord("and") {
                guard !parts.isEmpty, !isAtEndOfGroup, !isWord("or"), !isWord("and") else {
                    throw AnkiQueryError("“and” must be between two terms.")
                }
                continue
            }
            parts.append(try part())
        }
        guard !parts.isEmpty else {
            throw AnkiQueryError(
                depth > 0 ? "a group is empty." : "“or” must be between two terms."
            )
        }
        return parts.count == 1 ? parts[0] : .all(parts)
    }

    private mutating func part() throws(AnkiQueryError) -> AnkiQuery {
        depth += 1
        defer { depth -= 1 }
        guard depth <= AnkiQuery.maximumDepth else {
            throw AnkiQueryError("it is nested too deep.")
        }
        terms += 1
        guard terms <= AnkiQuery.mostTerms else { throw AnkiQueryError("it has too many terms.") }
        if peek == "-" {
            position += 1
            guard let next = peek, next != " ", next != ")" else {
                throw AnkiQueryError("nothing follows “-”.")
            }
            return .not(try part())
        }
        if peek == "(" {
            position += 1
            let inner = try alternatives()
            guard peek == ")" else { throw AnkiQueryError("a closing bracket is missing.") }
            position += 1
            return inner
        }
        return try term(try word())
    }

    /// A term without its quotes, whose escapes are kept.
    private mutating func word() throws(AnkiQueryError) -> String {
        var word = String.UnicodeScalarView()
        var isQuoted = false
        while let scalar = peek {
            if scalar == "\\" {
                word.append(scalar)
                position += 1
                guard let next = peek else { break }
                word.append(next)
                position += 1
                continue
            }
            if scalar == "\"" {
                isQuoted.toggle()
                position += 1
                continue
            }
            if !isQuoted, scalar == " " || scalar == "(" || scalar == ")" { break }
            word.append(scalar)
            position += 1
        }
        guard !isQuoted else { throw AnkiQueryError("a quote is not closed.") }
        return String(word)
    }

    // MARK: - Reading

    private var peek: Unicode.Scalar? { position < text.count ? text[position] : nil }

    private var isAtEndOfGroup: Bool {
        mutating get {
            skipSpace()
            return peek == nil || peek == ")"
        }
    }

    private mutating func skipSpace() {
        while let scalar = peek, scalar.properties.isWhitespace { position += 1 }
    }

    private func isWord(_ word: String) -> Bool {
        let end = position + word.unicodeScalars.count
        guard end <= text.count, end == text.count || " ()".unicodeScalars.contains(text[end])
        else { return false }
        return text[position..<end].elementsEqual(word.unicodeScalars) { left, right in
            left == right || left.value | 0x20 == right.value
        }
    }

    private mutating func takeWord(_ word: String) -> Bool {
        skipSpace()
        guard isWord(word) else { return false }
        position += word.unicodeScalars.count
        return true
    }
}

// MARK: - Terms

extension AnkiQueryParser {
    private func term(_ word: String) throws(AnkiQueryError) -> AnkiQuery {
        guard let (name, value) = word.splitAtColon else {
            return word.allSatisfy({ $0 == "*" }) && !word.isEmpty
                ? .everything : .term(.text(AnkiPattern(word).anywhere))
        }
        switch name.lowercased() {
        case "deck": return value == "*" ? .everything : .term(.deck(AnkiPattern(value)))
        case "note": return .term(.noteType(AnkiPattern(value)))
        case "tag" where value.lowercased() == "none": return .term(.untagged)
        case "tag": return .term(.tag(AnkiPattern(value)))
        case "card":
            // No card has the number -1.
            if let number = Int(value) { return .term(.ord(max(number, 0) - 1)) }
            return .term(.template(AnkiPattern(value)))
        case "nid": return .term(.noteNumbers(try numbers(value, of: "nid")))
        case "cid": return .term(.cardNumbers(try numbers(value, of: "cid")))
        case "did": return .term(.deckNumber(try numbers(value, of: "did")[0]))
        case "mid": return .term(.typeNumber(try numbers(value, of: "mid")[0]))
        case "is":
            guard let state = AnkiQuery.State(rawValue: value.lowercased()) else {
                throw AnkiQueryError("“is:\(value.prefix(40))” is not a state.")
            }
            return .term(.state(state))
        case "flag":
            guard let flag = UInt8(value), flag <= 7 else {
                throw AnkiQueryError("a flag is a number from 0 to 7.")
            }
            return .term(.flag(flag))
        case "added": return .term(.added(days: try days(value, of: "added")))
        case "edited": return .term(.edited(days: try days(value, of: "edited")))
        case "introduced": return .term(.introduced(days: try days(value, of: "introduced")))
        case "rated":
            let parts = value.split(separator: ":", omittingEmptySubsequences: false)
            let days = try days(String(parts[0]), of: "rated")
            guard parts.count > 1 else { return .term(.rated(days: days, nil)) }
            guard let grade = UInt8(parts[1]).flatMap({ Grade(rawValue: $0) }) else {
                throw AnkiQueryError("a grade is a number from 1 to 4.")
            }
            return .term(.rated(days: days, grade))
        case "prop": return .term(try property(value))
        case "dupe":
            let parts = value.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let type = Int64(parts[0]) else {
                throw AnkiQueryError("“dupe:” needs a note type and a text.")
            }
            return .term(.duplicate(type: type, String(parts[1]).unescaped))
        case "nc":
            return .term(.textWithoutCombining(AnkiPattern(value).withoutCombining.anywhere))
        case "w": return .term(.words(AnkiPattern(value)))
        case "re", "preset", "resched", "has-cd", "sc":
            throw AnkiQueryError("“\(name.prefix(40)):” is not supported here.")
        default:
            return .term(.field(name: AnkiPattern(name), AnkiPattern(value)))
        }
    }

    private func numbers(_ text: String, of name: String) throws(AnkiQueryError) -> [Int64] {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Int64($0) }
        guard numbers.count == parts.count, !numbers.isEmpty else {
            throw AnkiQueryError("“\(name):” needs numbers.")
        }
        return numbers
    }

    /// At least one day, as in Anki.
    private func days(_ text: String, of name: String) throws(AnkiQueryError) -> Int {
        guard let days = Int(text) else {
            throw AnkiQueryError("“\(name):” needs a number of days.")
        }
        return min(max(days, 1), SearchTerm.days.upperBound)
    }

    private func property(_ text: String) throws(AnkiQueryError) -> AnkiQuery.Term {
        let name = String(text.prefix { $0.isLetter })
        let rest = text.dropFirst(name.count)
        let signs = SearchTerm.Comparison.allCases.sorted { $0.rawValue.count > $1.rawValue.count }
        guard let property = AnkiQuery.Property(rawValue: name.lowercased()),
            let sign = signs.first(where: { rest.hasPrefix($0.rawValue) }),
            let number = Double(rest.dropFirst(sign.rawValue.count)), number.isFinite
        else { throw AnkiQueryError("“prop:\(text.prefix(40))” is not a comparison.") }
        return .property(property, sign, number)
    }
}

extension String {
    /// The texts before and after the first colon that is not escaped.
    fileprivate var splitAtColon: (name: String, value: String)? {
        var isEscaped = false
        for index in unicodeScalars.indices {
            let scalar = unicodeScalars[index]
            if isEscaped {
                isEscaped = false
            } else if scalar == "\\" {
                isEscaped = true
            } else if scalar == ":" {
                let after = unicodeScalars.index(after: index)
                let name = String(unicodeScalars[..<index])
                return name.isEmpty ? nil : (name, String(unicodeScalars[after...]))
            }
        }
        return nil
    }

    fileprivate var unescaped: String { AnkiPattern(self).literal ?? self }
}
