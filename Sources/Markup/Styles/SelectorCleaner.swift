/// Rewrites the preludes of rules from allowed tokens.
enum SelectorCleaner {
    /// A selector of elements on the card; nil if it is not allowed.
    ///
    /// Because a card is not a page of its own, `html` and `body` are replaced by elements that represent them.
    static func clean(_ tokens: ArraySlice<StyleToken>) -> String? {
        var text = ""
        var open: [StyleToken.Bracket] = []
        // Whether an identifier here is an element name.
        var isAtStart = true
        var before: StyleToken = .space
        for token in trimmed(tokens) {
            var isNextAtStart = false
            switch token {
            case .ident(let name):
                if before == .colon {
                    if Self.reaching.contains(name.lowercased()) { return nil }
                    if name.lowercased() == "root" {
                        text.removeLast()
                        text += ".anki-html"
                    } else {
                        token.write(to: &text)
                    }
                } else if isAtStart, let stand = Self.stands[name.lowercased()] {
                    text += stand
                } else {
                    token.write(to: &text)
                }
            case .function(let name):
                guard before == .colon, AllowedStyles.selectors.contains(name) else { return nil }
                open.append(.round)
                token.write(to: &text)
                isNextAtStart = true
            case .open(.square):
                open.append(.square)
                token.write(to: &text)
            case .close(let bracket):
                guard open.popLast() == bracket else { return nil }
                token.write(to: &text)
            case .space, .comma:
                token.write(to: &text)
                isNextAtStart = true
            case .delim(let sign):
                guard ".*>+~=|^$-".unicodeScalars.contains(sign) else { return nil }
                token.write(to: &text)
                isNextAtStart = ">+~".unicodeScalars.contains(sign)
            case .hash, .string, .number, .colon: token.write(to: &text)
            case .open, .url, .atKeyword, .semicolon, .bad: return nil
            }
            isAtStart = isNextAtStart
            before = token
        }
        return open.isEmpty && !text.isEmpty ? text : nil
    }

    /// `from`, `to` and percentages.
    static func frame(_ tokens: ArraySlice<StyleToken>) -> String? {
        var text = ""
        for token in trimmed(tokens) {
            switch token {
            case .ident, .number, .comma, .space: token.write(to: &text)
            default: return nil
            }
        }
        return text.isEmpty ? nil : text
    }

    /// The condition or name of an at-rule, preceded by a space.
    static func condition(_ tokens: ArraySlice<StyleToken>) -> String? {
        var text = " "
        var depth = 0
        for token in trimmed(tokens) {
            switch token {
            case .open(.round): depth += 1
            case .close(.round):
                depth -= 1
                guard depth >= 0 else { return nil }
            case .ident, .number, .comma, .colon, .space, .hash: break
            case .delim(let sign) where "<>=-.+".unicodeScalars.contains(sign): break
            case .delim("/"):
                // Prevents `</`, which could close the style element.
                guard text.last != "<" else { return nil }
                text += "/"
                continue
            case .function(let name):
                guard AllowedStyles.functions.contains(name) || ["not", "and", "or"].contains(name)
                else {
                    return nil
                }
                depth += 1
            default: return nil
            }
            token.write(to: &text)
        }
        return depth == 0 ? text : nil
    }

    private static func trimmed(_ tokens: ArraySlice<StyleToken>) -> ArraySlice<StyleToken> {
        var tokens = tokens.drop { $0 == .space }
        while tokens.last == .space { tokens.removeLast() }
        return tokens
    }

    /// Pseudo-classes that refer to what contains the card.
    private static let reaching: Set = ["host", "host-context", "slotted", "part"]
    private static let stands = ["html": ".anki-html", "body": ".card"]
}
