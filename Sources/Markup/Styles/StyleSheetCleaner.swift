internal import Notes

/// Removes from CSS whatever could load files, affect the page outside of the card, or be parsed in two ways.
///
/// The result is written from the parsed tokens, by lists of allowed properties, functions and rules.
struct StyleSheetCleaner {
    private let lookup: MarkupCleaner.MediaLookup

    /// The maximum size in bytes, and the maximum nesting depth of rules.
    static let largest = 256 << 10
    static let maximumDepth = 8

    init(lookup: @escaping MarkupCleaner.MediaLookup) { self.lookup = lookup }

    func clean(_ css: String) throws -> String {
        guard css.utf8.count <= Self.largest else { return "" }
        var reader = StyleTokenizer(css)
        var text = ""
        try rules(reader.tokens()[...], level: 0, into: &text)
        return text
    }

    /// Cleans the value of a `style` attribute.
    func cleanStyle(_ css: String) throws -> String {
        guard css.utf8.count <= AllowedHTML.maximumValueSize else { return "" }
        var reader = StyleTokenizer(css)
        return try declarations(reader.tokens()[...])
    }

    // MARK: - Rules

    private func rules(
        _ tokens: ArraySlice<StyleToken>,
        level: Int,
        isFrames: Bool = false,
        into text: inout String
    ) throws {
        var rest = tokens
        while !rest.isEmpty {
            let (prelude, block) = Self.takeRule(&rest)
            guard let block, let first = prelude.first else { continue }
            if case .atKeyword(let name) = first {
                try atRule(name, prelude.dropFirst(), block, level: level, into: &text)
            } else {
                let written =
                    isFrames ? SelectorCleaner.frame(prelude) : SelectorCleaner.clean(prelude)
                guard let written else { continue }
                let inner = try declarations(block)
                if !inner.isEmpty { text += "\(written){\(inner)}\n" }
            }
        }
    }

    private func atRule(
        _ name: String,
        _ prelude: ArraySlice<StyleToken>,
        _ block: ArraySlice<StyleToken>,
        level: Int,
        into text: inout String
    ) throws {
        let isFrames = name == "keyframes" || name == "-webkit-keyframes"
        let isGroup = ["media", "supports", "layer", "container"].contains(name)
        guard level < Self.maximumDepth, isFrames || isGroup,
            let condition = SelectorCleaner.condition(prelude)
        else { return }
        var inner = ""
        try rules(block, level: level + 1, isFrames: isFrames, into: &inner)
        if !inner.isEmpty { text += "@\(name)\(condition){\(inner)}\n" }
    }

    /// Removes the next rule and returns its prelude and its block, if it has one.
    private static func takeRule(
        _ rest: inout ArraySlice<StyleToken>
    ) -> (prelude: ArraySlice<StyleToken>, block: ArraySlice<StyleToken>?) {
        rest = rest.drop { $0 == .space || $0 == .semicolon || $0 == .close(.curly) }
        let start = rest.startIndex
        var isAt = false
        if case .atKeyword = rest.first { isAt = true }
        var place = start
        while place < rest.endIndex {
            if rest[place] == .open(.curly) {
                let end = blockEnd(rest, from: place)
                let block = rest[(place + 1)..<end]
                let prelude = rest[start..<place]
                rest = rest[min(end + 1, rest.endIndex)...]
                return (prelude, block)
            }
            if isAt, rest[place] == .semicolon { break }
            place += 1
        }
        let prelude = rest[start..<place]
        rest = rest[min(place + 1, rest.endIndex)...]
        return (prelude, nil)
    }

    /// The index of the bracket that closes the block, or the end.
    private static func blockEnd(_ tokens: ArraySlice<StyleToken>, from start: Int) -> Int {
        var open: [StyleToken.Bracket] = []
        for place in start..<tokens.endIndex {
            switch tokens[place] {
            case .open(let bracket): open.append(bracket)
            case .function: open.append(.round)
            case .close(let bracket):
                if open.last == bracket { open.removeLast() }
                if open.isEmpty { return place }
            default: break
            }
        }
        return tokens.endIndex
    }

    // MARK: - Declarations

    private func declarations(_ tokens: ArraySlice<StyleToken>) throws -> String {
        var text = ""
        var rest = tokens
        while !rest.isEmpty {
            let declaration = Self.takeDeclaration(&rest)
            if let clean = try declarationText(declaration) { text += "\(clean);" }
        }
        return text
    }

    /// Removes the tokens up to the next semicolon outside of brackets.
    ///
    /// A nested rule is skipped.
    private static func takeDeclaration(
        _ rest: inout ArraySlice<StyleToken>
    ) -> ArraySlice<StyleToken> {
        var place = rest.startIndex
        while place < rest.endIndex, rest[place] != .semicolon {
            switch rest[place] {
            case .open, .function: place = min(blockEnd(rest, from: place) + 1, rest.endIndex)
            default: place += 1
            }
            if place > rest.startIndex, rest[place - 1] == .close(.curly) { break }
        }
        let taken = rest[..<place]
        let isEnd = place < rest.endIndex && rest[place] == .semicolon
        rest = rest[(isEnd ? place + 1 : place)...]
        return taken
    }

    private func declarationText(_ tokens: ArraySlice<StyleToken>) throws -> String? {
        var rest = tokens.drop { $0 == .space }
        guard case .ident(let written)? = rest.popFirst() else { return nil }
        let isOwn = written.hasPrefix("--")
        let property = isOwn ? written : written.lowercased()
        rest = rest.drop { $0 == .space }
        guard isOwn || AllowedStyles.properties.contains(property), rest.popFirst() == .colon,
            let value = try value(rest.drop { $0 == .space })
        else { return nil }
        var text = ""
        StyleToken.ident(property).write(to: &text)
        return "\(text):\(value)"
    }

    /// Rewrites the value of a property; nil if it contains anything forbidden.
    private func value(_ given: ArraySlice<StyleToken>) throws -> String? {
        var tokens = given
        while tokens.last == .space { tokens.removeLast() }
        var text = ""
        var open: [StyleToken.Bracket] = []
        var place = tokens.startIndex
        guard place < tokens.endIndex else { return nil }
        while place < tokens.endIndex {
            let token = tokens[place]
            place += 1
            switch token {
            case .function("url"):
                // Accepts only a string and a closing bracket.
                var inner = tokens[place...].prefix { $0 != .close(.round) }.filter { $0 != .space }
                guard case .string(let name)? = inner.popLast(), inner.isEmpty,
                    let address = try address(name)
                else { return nil }
                StyleToken.url(address).write(to: &text)
                place = (tokens[place...].firstIndex(of: .close(.round)) ?? tokens.endIndex - 1) + 1
            case .url(let name):
                guard let address = try address(name) else { return nil }
                StyleToken.url(address).write(to: &text)
            case .function(let name):
                guard AllowedStyles.functions.contains(name) else { return nil }
                open.append(.round)
                token.write(to: &text)
            case .open(.curly), .atKeyword, .bad, .semicolon, .close(.curly): return nil
            case .open(let bracket):
                open.append(bracket)
                token.write(to: &text)
            case .close(let bracket):
                guard open.popLast() == bracket else { return nil }
                token.write(to: &text)
            case .delim(let sign):
                guard "!+-*/.".unicodeScalars.contains(sign) else { return nil }
                // Prevents two tokens from forming the start of a comment.
                text += sign == "*" && text.hasSuffix("/") ? " *" : String(sign)
            default: token.write(to: &text)
            }
        }
        return open.isEmpty ? text : nil
    }

    /// The URL of the library's picture with a name.
    private func address(_ name: String) throws -> String? {
        for name in [name, name.percentDecoded].compactMap(\.self) where MediaReference.isName(name)
        {
            if let hash = try lookup(MediaReference(.picture, name: name)) { return hash.address }
        }
        return nil
    }
}
