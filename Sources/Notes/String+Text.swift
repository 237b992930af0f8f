extension StringProtocol {
    /// Without white space at its ends, also where a combining mark stands on it.
    @inlinable package var trimmed: String {
        // Nearly all texts are so already, and those are not copied.
        guard
            unicodeScalars.first?.isSpace == true || unicodeScalars.last?.isSpace == true
        else { return String(self) }
        var rest = Substring(self).unicodeScalars
        while rest.first?.isSpace == true { rest.removeFirst() }
        while rest.last?.isSpace == true { rest.removeLast() }
        return String(rest)
    }

    /// The same for texts that differ in case alone, whatever the language, or in how their accents are stored.
    ///
    /// Up and down again, so that ß is ss and ς is σ; bytes are the same where the texts are.
    package var caseFolded: String {
        utf8.allSatisfy { $0 < 0x80 } ? lowercased() : uppercased().lowercased().composed
    }
}

extension String {
    /// With some of its scalars written otherwise; nil leaves one as it is.
    ///
    /// Not by characters: a quote with an accent on it ends an attribute all the same.
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

    /// How it is written in HTML and XML where it would be taken for markup; nil where it stands for itself.
    package var markupReference: String? {
        switch self {
        case "&": "&amp;"
        case "<": "&lt;"
        case ">": "&gt;"
        case "\"": "&quot;"
        default: nil
        }
    }

    /// Whether it is white space to Unicode, which need not be asked about what is ASCII.
    @usableFromInline package var isSpace: Bool {
        value < 0x80 ? value == 0x20 || (0x09...0x0D).contains(value) : properties.isWhitespace
    }
}
