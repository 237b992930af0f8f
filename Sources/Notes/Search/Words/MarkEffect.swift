/// What a scalar of a script with marks of its own may do to the form of a text: most do nothing.
///
/// Bringing a text to its composed form takes a hundred times as long as seeing that it has it.
enum MarkEffect: UInt8 {
    /// It stays what it is, whatever stands beside it.
    case none
    /// A mark that stays what it is, but of several the order may change.
    case order
    /// It is written otherwise in the composed form, or composes with what stands before it.
    case form

    /// The effect of the scalar that begins at a place, with the first byte of two or three that it has in UTF-8.
    static func ofScalar(at place: Int, in text: [UInt8]) -> MarkEffect {
        let length = text[place] < 0xE0 ? 2 : 3
        guard place + length <= text.count else { return .form }
        var value = Int(text[place] & (0x7F >> UInt8(length)))
        for next in text[place + 1..<place + length] {
            guard next & 0xC0 == 0x80 else { return .form }
            value = value << 6 | Int(next & 0x3F)
        }
        return known.indices.contains(value - first) ? known[value - first] : .form
    }

    private static let first = 0x400

    /// From Cyrillic to Greek Extended.
    private static let known: [MarkEffect] = {
        var effects = Array(repeating: MarkEffect.none, count: 0x2000 - first)
        for place in effects.indices {
            guard let scalar = Unicode.Scalar(UInt32(place + first)) else { continue }
            let parts = String(scalar).decomposed
            if parts != [scalar] {
                var text = String.UnicodeScalarView()
                text.append(contentsOf: parts)
                if Array(String(text).composed.unicodeScalars) != [scalar] {
                    effects[place] = .form
                }
                for part in parts.dropFirst()
                where effects.indices.contains(Int(part.value) - first) {
                    effects[Int(part.value) - first] = .form
                }
            } else if scalar.properties.canonicalCombiningClass != .notReordered,
                effects[place] == .none
            {
                effects[place] = .order
            }
        }
        // Of Hangul's letters a syllable is made by reckoning; each of them may be part of one.
        for value in 0x1100...0x11FF { effects[value - first] = .form }
        return effects
    }()
}
