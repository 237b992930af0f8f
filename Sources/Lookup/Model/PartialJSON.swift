/// Repairs incomplete JSON.
enum PartialJSON {
    /// The maximum nesting depth; the requested answers have two levels.
    private static let depth = 8

    /// Closes open strings, arrays and objects so that the text can be parsed; empty if it is nested too
    /// deep.
    static func closed(_ text: String) -> String {
        var open: [Character] = []
        var isInString = false
        var isEscaped = false
        var isKey = false
        /// How much of the text is usable, and the brackets to close after it.
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
                // In an object, a string is a key unless it follows a colon.
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
            // An incomplete escape is dropped.
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

    /// Whether an escape is complete: `\n`, or `\u` and four digits.
    private static func isWhole(_ escape: Substring) -> Bool {
        guard escape.count > 1 else { return false }
        return escape.dropFirst().first == "u" ? escape.count >= 6 : true
    }
}
