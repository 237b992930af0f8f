/// How normalisation (NFC) may change a scalar of a script that has its own marks: most not at all.
///
/// Normalising a text takes a hundred times as long as finding out that it is already normalised.
enum MarkEffect: UInt8 {
    /// It is never changed.
    case none
    /// A mark that is never changed, but adjacent marks may be reordered.
    case order
    /// It is replaced, or composed with a preceding scalar.
    case form

    /// The effect of the scalar at an index, which has two or three bytes in UTF-8.
    static func ofScalar(at index: Int, in text: [UInt8]) -> MarkEffect {
        let length = text[index] < 0xE0 ? 2 : 3
        guard index + length <= text.count else { return .form }
        var value = Int(text[index] & (0x7F >> UInt8(length)))
        for next in text[index + 1..<index + length] {
            guard next & 0xC0 == 0x80 else { return .form }
            value = value << 6 | Int(next & 0x3F)
        }
        return known.indices.contains(value - first) ? known[value - first] : .form
    }

    private static let first = 0x400

    /// From Cyrillic to Greek Extended.
    private static let known: [MarkEffect] = {
        var effects = Array(repeating: MarkEffect.none, count: 0x2000 - first)
        for index in effects.indices {
            guard let scalar = Unicode.Scalar(UInt32(index + first)) else { continue }
            let parts = String(scalar).decomposed
            if parts != [scalar] {
                var text = String.UnicodeScalarView()
                text.append(contentsOf: parts)
                if Array(String(text).composed.unicodeScalars) != [scalar] {
                    effects[index] = .form
                }
                for part in parts.dropFirst()
                where effects.indices.contains(Int(part.value) - first) {
                    effects[Int(part.value) - first] = .form
                }
            } else if scalar.properties.canonicalCombiningClass != .notReordered,
                effects[index] == .none
            {
                effects[index] = .order
            }
        }
        // Hangul syllables are composed by arithmetic; any letter may be part of one.
        for value in 0x1100...0x11FF { effects[value - first] = .form }
        return effects
    }()
}
