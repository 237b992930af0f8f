extension StringProtocol {
    /// Whether a field of this text counts as empty: nothing but white space, line breaks and divisions, as in Anki.
    ///
    /// Only ASCII white space counts: a field with a no-break space is not empty.
    var isBlankField: Bool {
        var rest = self[...]
        while let character = rest.first {
            if character.isASCII, character.isWhitespace {
                rest = rest.dropFirst()
            } else if let end = rest.first == "<" ? rest.firstIndex(of: ">") : nil {
                var tag = rest[..<end].dropFirst()
                if tag.first == "/" { tag = tag.dropFirst() }
                if tag.last == "/" { tag = tag.dropLast() }
                if tag.last == " " { tag = tag.dropLast() }
                guard ["br", "div"].contains(tag.lowercased()) else { return false }
                rest = rest[end...].dropFirst()
            } else {
                return false
            }
        }
        return true
    }

    /// The text without tags and comments and with character references decoded: the filter `text`.
    ///
    /// As in Anki, if one reference is invalid, none is decoded. (Of HTML's named character references only
    /// the essential ones are known.)
    package var withoutMarkup: String {
        var stripper = MarkupStripper(self)
        let text = stripper.text(breakingLines: false)
        return text.readingReferences(allOrNone: true) ?? text
    }

    /// The lines of text without tags and comments; character references are not decoded.
    var withoutTags: String {
        var stripper = MarkupStripper(self)
        return stripper.text(breakingLines: true)
    }

    /// The text that a page would show, with all valid character references decoded.
    package var asPlainText: String {
        var stripper = MarkupStripper(self)
        let text = stripper.text(breakingLines: true)
        return text.readingReferences(allOrNone: false) ?? text
    }

    /// The same with references to pictures and sounds preserved.
    package var asPlainTextWithMedia: String {
        MediaText(String(self)).pieces.map { piece in
            switch piece {
            case .text(let text): text.asPlainText
            case .reference(_, let source): source
            }
        }.joined()
    }

    /// The text with character references decoded; nil if one is invalid and must not be left as it is.
    ///
    /// By scalars, because the end of a reference may carry a combining accent.
    func readingReferences(allOrNone: Bool) -> String? {
        var text = String.UnicodeScalarView()
        var rest = String(self).unicodeScalars[...]
        while let mark = rest.firstIndex(of: "&") {
            text += rest[..<mark]
            let name = rest[mark...].dropFirst().prefix { $0 != ";" && $0 != "&" }
            if name.endIndex < rest.endIndex, rest[name.endIndex] == ";",
                let scalar = scalar(named: String(name))
            {
                text.append(scalar)
                rest = rest[name.endIndex...].dropFirst()
            } else {
                if allOrNone { return nil }
                text.append("&")
                rest = rest[mark...].dropFirst()
            }
        }
        text += rest
        return String(text)
    }
}

/// A single pass over the bytes of HTML.
private struct MarkupStripper {
    private let bytes: [UInt8]
    private var position = 0
    private var tagEnds = ForwardSearch(">")
    private var commentEnds = ForwardSearch("-->")
    private var scriptEnds = ForwardSearch("</script>")
    private var sheetEnds = ForwardSearch("</style>")

    init(_ text: some StringProtocol) { bytes = Array(text.utf8) }

    mutating func text(breakingLines: Bool) -> String {
        var text: [UInt8] = []
        while position < bytes.count {
            if bytes[position] == UInt8(ascii: "<"), let tag = takeTag() {
                if breakingLines, lineBreakers.contains(tag) { text.append(UInt8(ascii: "\n")) }
            } else {
                text.append(bytes[position])
                position += 1
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Skips a tag or comment (and the contents of scripts and style sheets) and returns its name; nil if none starts here.
    private mutating func takeTag() -> String? {
        if bytes.has("<!--", at: position),
            let end = commentEnds.first(in: bytes, from: position + 4)
        {
            position = end + 3
            return ""
        }
        guard let end = tagEnds.first(in: bytes, from: position) else { return nil }
        let name = bytes.text(position + 1..<end).drop { $0 == "/" }
            .prefix { $0.isLetter || $0.isNumber }.lowercased()
        let isOpening = !bytes.has("</", at: position)
        position = end + 1
        if isOpening, name == "script", let end = scriptEnds.first(in: bytes, from: position) {
            position = end + 9
        } else if isOpening, name == "style", let end = sheetEnds.first(in: bytes, from: position) {
            position = end + 8
        }
        return name
    }
}

private let lineBreakers: Set = [
    "blockquote", "br", "dd", "div", "dt", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "li", "ol",
    "p", "pre",
    "table", "tr", "ul",
]

private func scalar(named name: String) -> Unicode.Scalar? {
    switch name {
    case "amp": return "&"
    case "apos": return "'"
    case "gt": return ">"
    case "lt": return "<"
    case "nbsp": return " "
    case "quot": return "\""
    default: break
    }
    guard name.first == "#" else { return nil }
    let digits = name.dropFirst()
    let isHexadecimal = digits.first == "x"
    let number =
        isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits, radix: 10)
    guard let number, number > 0 else { return nil }
    return Unicode.Scalar(number)
}
