/// A JSON text that is still on its way.
enum PartialJSON {
    /// The deepest nesting that is read: what was asked for has two levels.
    private static let depth = 8

    /// The text with what is open closed again, so that it can be read as far as it goes; nothing of one that is nested too
    /// deep.
    static func closed(_ text: String) -> String {
        var open: [Character] = []
        var isInString = false
        var isEscaped = false
        var isKey = false
        /// Up to where the text can be kept, and what has to be closed there.
        var safe: (end: String.Index, open: [Character]) = (text.startIndex, [])
        for index in text.indices {
            let character = text[index]
            let next = text.index(after: index)
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if character == "\\" {
                    isEscaped = true
                } else if character == "\"" {
                    isInString = false
                    if !isKey { safe = (next, open) }
                }
                continue
            }
            switch character {
            case "\"":
                isInString = true
                // In an object a text is a name where neither a colon nor a value came before.
                isKey = open.last == "}" && !isAfterColon(text[..<index])
            case "{", "[":
                guard open.count < depth else { return "" }
                open.append(character == "{" ? "}" : "]")
                safe = (next, open)
            case "}", "]":
                if open.last == character { open.removeLast() }
                safe = (next, open)
            default: break
            }
        }
        if isInString, !isKey {
            // An escape that has only begun is left out.
            var whole = text
            if let slash = whole.suffix(6).lastIndex(of: "\\"), !isWhole(whole[slash...]) {
                whole = String(whole[..<slash])
            }
            return whole + "\"" + open.reversed()
        }
        return text[..<safe.end] + String(safe.open.reversed())
    }

    private static func isAfterColon(_ text: Substring) -> Bool {
        text.last { !$0.isWhitespace } == ":"
    }

    /// Whether an escape is there to its end: `\n`, or `\u` and four digits.
    private static func isWhole(_ escape: Substring) -> Bool {
        guard escape.count > 1 else { return false }
        return escape.dropFirst().first == "u" ? escape.count >= 6 : true
    }
}
