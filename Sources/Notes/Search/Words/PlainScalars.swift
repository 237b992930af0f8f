/// Brings a text to the one form in which it is cut into words: composed, without other widths, and with references such
/// as `&#233;` read.
package enum PlainScalars {
    package static func utf8(of text: [UInt8]) -> [UInt8] {
        guard needsWork(text) else { return text }
        if !text.contains(where: { $0 == UInt8(ascii: "#") || $0 == 0xEF }) {
            // Scripts with marks of their own have neither references nor other widths.
            return Array(String(decoding: text, as: UTF8.self).composed.utf8)
        }
        let scalars = readingReferences(String(decoding: text, as: UTF8.self).unicodeScalars)
        var plain = String.UnicodeScalarView()
        plain.append(contentsOf: scalars.lazy.map(withUsualWidth))
        return Array(String(plain).composed.utf8)
    }

    /// Whether some character is not in that form already, as nearly all are: a look at the bytes is much cheaper.
    static func needsWork(_ text: [UInt8]) -> Bool {
        var index = 0
        var isBehindMark = false
        while index < text.count {
            let byte = text[index]
            switch byte {
            case UInt8(ascii: "&"):
                if index + 1 < text.count, text[index + 1] == UInt8(ascii: "#") { return true }
            case 0xCC...0xCD:
                // Combining marks, U+0300 to U+036F.
                return true
            case 0xD2, 0xD6...0xDB, 0xE0...0xE1:
                // Scripts with marks of their own, and Hangul in pieces.
                switch MarkEffect.ofScalar(at: index, in: text) {
                case .none: isBehindMark = false
                case .order where !isBehindMark: isBehindMark = true
                case .order, .form: return true
                }
                index += byte < 0xE0 ? 2 : 3
                continue
            case 0xE2:
                // ☆ and most punctuation stay as they are; signs such as the one for ångström do not.
                if index + 1 < text.count, (0x83...0x85).contains(text[index + 1]) { return true }
            case 0xE3:
                // Kana with its voiced mark behind it, U+3099 and U+309A.
                if index + 2 < text.count, text[index + 1] == 0x82,
                    (0x99...0x9A).contains(text[index + 2])
                {
                    return true
                }
            case 0xEF...0xFF:
                // Compatibility ideographs, other widths, and whatever lies above them or is no UTF-8.
                return true
            default: break
            }
            if byte < 0x80 { isBehindMark = false }
            index += 1
        }
        return false
    }

    /// Letters as wide as ideographs, and kana half as wide, as the ones that everybody types.
    private static func withUsualWidth(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        case 0xFF01...0xFF5E: Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar
        case 0xFF65...0xFF9F: halfWidthKana[Int(scalar.value - 0xFF65)]
        default: scalar
        }
    }

    /// U+FF65 to U+FF9F; the last two are voiced marks, which compose with what stands before them.
    private static let halfWidthKana = Array(
        """
        ・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン\u{3099}\u{309A}
        """.unicodeScalars
    )

    /// With `&#233;` and `&#xE9;` read; what is no such reference stays as it is.
    private static func readingReferences(
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
