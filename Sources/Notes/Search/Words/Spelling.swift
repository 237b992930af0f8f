/// How a scalar is treated when texts are split into words and compared.
enum Spelling: Equatable {
    /// Part of a word: in lower case without accents, and with accents as combining marks after their letters.
    case letters(folded: [UInt8], exact: [UInt8])
    /// A combining mark that may be omitted in queries.
    case accent
    /// A word by itself: a character of a script without spaces, or a symbol.
    case single
    /// Separates words.
    case separator
    /// Without effect: joiners, soft hyphens, variation selectors.
    case ignored

    static func of(_ scalar: Unicode.Scalar) -> Spelling {
        let index = Int(scalar.value) - firstCached
        return cached.indices.contains(index) ? cached[index] : computed(scalar)
    }

    private static let firstCached = 0x80
    /// From Latin to Greek Extended; for others, computing it is fast enough.
    private static let cached: [Spelling] = (firstCached..<0x2000).map { value in
        Unicode.Scalar(UInt32(value)).map(computed) ?? .separator
    }

    private static func computed(_ scalar: Unicode.Scalar) -> Spelling {
        if isIgnored(scalar) { return .ignored }
        if isAccent(scalar) { return .accent }
        if hasNoSpaces(scalar) { return .single }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber,
            .otherNumber, .privateUse:
            // Unicode considers the Ukrainian apostrophe a letter, but people type three different ones.
            return scalar == "\u{2BC}" ? .separator : letters(of: scalar)
        case .otherSymbol, .currencySymbol, .mathSymbol:
            return .single
        default:
            return .separator
        }
    }

    private static func letters(of scalar: Unicode.Scalar) -> Spelling {
        var folded: [UInt8] = []
        var exact: [UInt8] = []
        for letter in String(scalar).caseFolded.unicodeScalars {
            for part in decomposed(letter) {
                exact.append(contentsOf: UTF8.encode(part).map { Array($0) } ?? [])
                if !isAccent(part) {
                    folded.append(contentsOf: UTF8.encode(part).map { Array($0) } ?? [])
                }
            }
        }
        return .letters(folded: folded, exact: exact)
    }

    /// Separates the accents of a letter, except for letters that only look as if they had one.
    private static func decomposed(_ letter: Unicode.Scalar) -> [Unicode.Scalar] {
        switch letter {
        case "й", "ї", "ў": [letter]
        case "ø": ["o", "\u{338}"]
        case "ł": ["l", "\u{335}"]
        case "đ": ["d", "\u{335}"]
        case "ħ": ["h", "\u{335}"]
        case "æ": ["a", "\u{361}", "e"]
        case "œ": ["o", "\u{361}", "e"]
        default: String(letter).decomposed
        }
    }

    /// Whether a mark may be omitted in queries: accents and the points of Hebrew and Arabic, but not vowel signs of Indian scripts.
    static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x300...0x34E, 0x350...0x36F, 0x483...0x487, 0x591...0x5BD, 0x5BF, 0x5C1, 0x5C2, 0x5C4,
            0x5C5, 0x5C7, 0x610...0x61A, 0x64B...0x65F, 0x670, 0x6D6...0x6DC, 0x6DF...0x6E4, 0x6E7,
            0x6E8, 0x6EA...0x6ED, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF,
            0xFE20...0xFE2F:
            true
        default: false
        }
    }

    private static func isIgnored(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // Soft hyphen, grapheme joiner, tatweel, zero-width joiners and directional marks, variation selectors, skin tones.
        case 0xAD, 0x34F, 0x640, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x206F, 0xFE00...0xFE0F,
            0xFEFF, 0x1F3FB...0x1F3FF, 0xE0000...0xE01EF:
            true
        default: false
        }
    }

    /// Whether the scalar belongs to a script without spaces between words, or, as in Korean, people search for parts of words.
    private static func hasNoSpaces(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // Thai and Lao, Burmese, letters of Hangul, Khmer.
        case 0xE01...0xE3A, 0xE40...0xE4E, 0xE81...0xECE, 0x1000...0x1049, 0x1050...0x109D,
            0x1100...0x11FF, 0x1780...0x17D3:
            true
        // Radicals, kana, bopomofo, letters and syllables of Hangul, Han.
        case 0x2E80...0x2FD5, 0x3005...0x3007, 0x3021...0x3029, 0x3038...0x303B, 0x3041...0x3096,
            0x3099...0x309A, 0x309D...0x309F, 0x30A1...0x30FA, 0x30FC...0x31BF, 0x31F0...0x31FF,
            0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA48C, 0xA960...0xA97C, 0xAC00...0xD7FB,
            0xF900...0xFAD9, 0x1B000...0x1B16F, 0x20000...0x3FFFF:
            true
        default: false
        }
    }
}
