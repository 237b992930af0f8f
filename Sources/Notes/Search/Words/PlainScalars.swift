/// Normalises a text before it is split into words: NFC, with characters of usual width, and numeric character references
/// such as `&#233;` decoded.
package enum PlainScalars {
    package static func utf8(of text: [UInt8]) -> [UInt8] {
        guard needsWork(text) else { return text }
        if !text.contains(where: { $0 == UInt8(ascii: "#") || $0 == 0xEF }) {
            // Without references and fullwidth or halfwidth forms, composing is enough.
            return Array(String(decoding: text, as: UTF8.self).composed.utf8)
        }
        let scalars = decodingReferences(String(decoding: text, as: UTF8.self).unicodeScalars)
        var plain = String.UnicodeScalarView()
        plain.append(contentsOf: scalars.lazy.map(withUsualWidth))
        return Array(String(plain).composed.utf8)
    }

    /// Whether a text may not be normalised yet; nearly all are, and looking at the bytes is much faster than normalising.
    static func needsWork(_ text: [UInt8]) -> Bool {
        var index = 0
        var isAfterMark = false
        while index < text.count {
            let byte = text[index]
            switch byte {
            case UInt8(ascii: "&"):
                if index + 1 < text.count, text[index + 1] == UInt8(ascii: "#") { return true }
            case 0xCC...0xCD:
                // Combining marks, U+0300 to U+036F.
                return true
            case 0xD2, 0xD6...0xDB, 0xE0...0xE1:
                // Scripts with marks of their own, and letters of Hangul.
                switch MarkEffect.ofScalar(at: index, in: text) {
                case .none: isAfterMark = false
                case .order where !isAfterMark: isAfterMark = true
                case .order, .form: return true
                }
                index += byte < 0xE0 ? 2 : 3
                continue
            case 0xE2:
                // ☆ and most punctuation are normalised; signs such as the one for ångström are not.
                if index + 1 < text.count, (0x83...0x85).contains(text[index + 1]) { return true }
            case 0xE3:
                // The combining voiced marks of kana, U+3099 and U+309A.
                if index + 2 < text.count, text[index + 1] == 0x82,
                    (0x99...0x9A).contains(text[index + 2])
                {
                    return true
                }
            case 0xEF...0xFF:
                // Compatibility ideographs, fullwidth and halfwidth forms, everything above them, and invalid UTF-8.
                return true
            default: break
            }
            if byte < 0x80 { isAfterMark = false }
            index += 1
        }
        return false
    }

    /// Replaces fullwidth letters and halfwidth kana.
    private static func withUsualWidth(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        case 0xFF01...0xFF5E: Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar
        case 0xFF65...0xFF9F: halfWidthKana[Int(scalar.value - 0xFF65)]
        default: scalar
        }
    }

    /// U+FF65 to U+FF9F; the last two are voiced marks, which compose with the preceding kana.
    private static let halfWidthKana = Array(
        """
        ・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン\u{3099}\u{309A}
        """.unicodeScalars
    )

    /// Decodes references such as `&#233;` and `&#xE9;`; invalid ones are kept.
    private static func decodingReferences(
        _ scalars: String.UnicodeScalarView
    ) -> String.UnicodeScalarView {
        guard scalars.contains("#") else { return scalars }
        var plain = String.UnicodeScalarView()
        var rest = scalars[...]
        while let scalar = rest.popFirst() {
            if scalar == "&", rest.first == "#" {
                let digits = rest.dropFirst().prefix(8).prefix { $0 != ";" }
                if digits.endIndex < rest.endIndex, rest[digits.endIndex] == ";",
                    let referred = referred(String(digits))
                {
                    plain.append(referred)
                    rest = rest[digits.endIndex...].dropFirst()
                    continue
                }
            }
            plain.append(scalar)
        }
        return plain
    }

    private static func referred(_ digits: String) -> Unicode.Scalar? {
        let isHexadecimal = digits.hasPrefix("x") || digits.hasPrefix("X")
        let number =
            isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits, radix: 10)
        return number.flatMap { $0 == 0 ? nil : Unicode.Scalar($0) }
    }
}
