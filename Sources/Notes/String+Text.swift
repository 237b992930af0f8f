extension StringProtocol {
    /// The text without surrounding white space, even if that carries a combining mark.
    @inlinable package var trimmed: String {
        // Nearly all texts are trimmed already, and those are not copied.
        guard
            unicodeScalars.first?.isSpace == true || unicodeScalars.last?.isSpace == true
        else { return String(self) }
        var rest = Substring(self).unicodeScalars
        while rest.first?.isSpace == true { rest.removeFirst() }
        while rest.last?.isSpace == true { rest.removeLast() }
        return String(rest)
    }

    /// The text without surrounding white space; empty if nothing of it can be seen, as of direction marks alone.
    package var visible: String {
        unicodeScalars.allSatisfy(\.isInvisible) ? "" : trimmed
    }

    /// The same for texts that differ only in case, in any language, or in Unicode normalization.
    ///
    /// Uppercased and lowercased, so that ß is ss and ς is σ; equal texts have equal bytes.
    package var caseFolded: String {
        utf8.allSatisfy { $0 < 0x80 } ? lowercased() : uppercased().lowercased().composed
    }
}

extension String {
    /// Whether a deck or tag of this name is inside one of the other name.
    ///
    /// By bytes, because a combining mark after `::` would merge with the colon into another character.
    package func isInside(_ outer: String) -> Bool { utf8.starts(with: "\(outer)::".utf8) }

    /// The names of the decks or tags that one of this name is inside of: `a` and `a::b` for `a::b::c`.
    package var containingNames: [Substring] {
        utf8.indices.filter { utf8[$0...].dropLast().starts(with: "::".utf8) }.map { self[..<$0] }
    }

    /// Without control characters, and without blanks at its ends.
    package var tidied: String {
        trimmed.filter { !$0.unicodeScalars.contains(where: \.isControl) }
    }

    /// With U+FFFD in place of control characters, which a terminal would obey.
    package func printable(keeping kept: Set<Unicode.Scalar> = []) -> String {
        rewritten { $0.isControl && !kept.contains($0) ? "\u{FFFD}" : nil }
    }

    /// The text with some scalars replaced; nil keeps a scalar.
    ///
    /// By scalars, because a quote with a combining accent still ends an attribute.
    package func rewritten(_ other: (Unicode.Scalar) -> String?) -> String {
        var text = ""
        for scalar in unicodeScalars {
            if let other = other(scalar) {
                text += other
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}

extension Unicode.Scalar {
    var isControl: Bool {
        value < 0x80 ? value < 0x20 || value == 0x7F : properties.generalCategory == .control
    }

    /// Whether a text of such scalars alone looks empty.
    var isInvisible: Bool {
        guard value >= 0x80 else { return isSpace || isControl }
        return properties.isWhitespace || properties.isDefaultIgnorableCodePoint
            || properties.isNoncharacterCodePoint || isControl
    }

    /// Its escape in HTML and XML; nil if it needs none.
    package var markupReference: String? {
        switch self {
        case "&": "&amp;"
        case "<": "&lt;"
        case ">": "&gt;"
        case "\"": "&quot;"
        default: nil
        }
    }

    /// Whether it is white space in Unicode; fast for ASCII.
    @usableFromInline package var isSpace: Bool {
        value < 0x80 ? value == 0x20 || (0x09...0x0D).contains(value) : properties.isWhitespace
    }
}
