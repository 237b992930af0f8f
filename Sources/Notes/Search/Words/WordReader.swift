/// Splits a text into the words that a search compares.
///
/// A word is a run of letters, marks and digits in lower case; a character of a script without spaces is a word by itself.
/// Markup is skipped. Anything else between words is ignored, unless one of them is such a character: then it is a gap, so
/// that 日本 matches only where the two are adjacent.
package struct WordReader {
    package enum Kind: Sendable {
        case word
        /// A character that is a word by itself.
        case single
        /// A separator next to a single character.
        case gap
        /// Only in patterns: any words, or none.
        case anything
    }

    /// The word that was read last, without accents.
    package private(set) var folded: [UInt8] = []
    /// The word that was read last, with accents as combining marks after their letters.
    package private(set) var exact: [UInt8] = []

    package var isAccented: Bool { exact.count != folded.count }

    /// Stands for `*` in a pattern; this byte never occurs in UTF-8.
    static let star: UInt8 = 0xFF

    /// The most bytes of a word; the rest is ignored.
    static let maximumLength = 120

    private let bytes: [UInt8]
    private let readsMarkup: Bool
    private var position = 0
    private var hasNoMoreTags = false
    private var last: Kind?
    private var sawSeparator = false
    private var pending: Kind?

    /// Reads the content of a field, which may have markup.
    package init(field text: [UInt8]) {
        bytes = PlainScalars.utf8(of: text)
        readsMarkup = true
    }

    /// Reads a pattern, in which `*` matches anything.
    init(_ pattern: SearchPattern) {
        bytes = pattern.parts.flatMap { part in
            switch part {
            case .text(let text): PlainScalars.utf8(of: Array(text.utf8))
            case .anything: [Self.star]
            }
        }
        readsMarkup = false
    }

    /// Reads the next word or gap; nil at the end.
    package mutating func next() -> Kind? {
        folded.removeAll(keepingCapacity: true)
        exact.removeAll(keepingCapacity: true)
        if let kind = pending {
            pending = nil
            return finish(kind)
        }
        while position < bytes.count {
            let byte = bytes[position]
            if byte < 0x80 {
                if Self.isAlphanumeric(byte) { return word() }
                if byte == UInt8(ascii: "<"), skipTag() { continue }
                if byte == UInt8(ascii: "&"), skipReference() { continue }
                guard Self.isSymbol(byte) else {
                    position += 1
                    sawSeparator = true
                    continue
                }
                return single(length: 1)
            }
            if byte == Self.star {
                return stars()
            }
            let (scalar, length) = scalar(at: position)
            switch scalar.map(Spelling.of) ?? .separator {
            case .letters: return word()
            case .single: return single(length: length)
            case .accent, .ignored: position += length
            case .separator:
                position += length
                sawSeparator = true
            }
        }
        return nil
    }

    private mutating func finish(_ kind: Kind) -> Kind {
        last = kind
        sawSeparator = false
        return kind
    }
}

// MARK: - Words and characters

extension WordReader {
    /// Reads a word, or the gap before it.
    private mutating func word() -> Kind {
        if sawSeparator, last == .single { return finish(.gap) }
        sawSeparator = false
        takeWord()
        last = .word
        return .word
    }

    private mutating func single(length: Int) -> Kind {
        if sawSeparator, last == .single || last == .word { return finish(.gap) }
        folded.append(contentsOf: bytes[position..<position + length])
        exact.append(contentsOf: bytes[position..<position + length])
        position += length
        return finish(.single)
    }

    /// Reads letters, and in a pattern also stars.
    private mutating func takeWord() {
        while position < bytes.count {
            let byte = bytes[position]
            if byte < 0x80 {
                if byte == UInt8(ascii: "<"), skipTag() {
                    if sawSeparator { return }
                    continue
                }
                guard Self.isAlphanumeric(byte) else { return }
                let isUpperCase = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
                append(isUpperCase ? byte | 0x20 : byte)
                position += 1
                continue
            }
            if byte == Self.star {
                while position < bytes.count, bytes[position] == Self.star { position += 1 }
                append(Self.star)
                if kind(at: position) == .single { pending = .anything }
                continue
            }
            let (scalar, length) = scalar(at: position)
            guard let scalar else { return }
            switch Spelling.of(scalar) {
            case .letters(let foldedLetters, let exactLetters):
                if exact.count + exactLetters.count <= Self.maximumLength {
                    folded.append(contentsOf: foldedLetters)
                    exact.append(contentsOf: exactLetters)
                }
            case .accent:
                // An accent that did not compose with the letter before it.
                if let last = exact.last, last != Self.star,
                    exact.count + length <= Self.maximumLength
                {
                    exact.append(contentsOf: bytes[position..<position + length])
                }
            case .ignored: break
            case .single, .separator: return
            }
            position += length
        }
    }

    private mutating func append(_ byte: UInt8) {
        guard exact.count < Self.maximumLength else { return }
        folded.append(byte)
        exact.append(byte)
    }

    /// Reads stars, which belong to an adjacent word or match any words.
    private mutating func stars() -> Kind {
        var end = position
        while end < bytes.count, bytes[end] == Self.star { end += 1 }
        guard kind(at: end) == .word else {
            position = end
            return finish(.anything)
        }
        if last == .single, !sawSeparator { return finish(.anything) }
        return word()
    }

    /// The kind of word that begins at an index, if any.
    private func kind(at index: Int) -> Kind? {
        guard index < bytes.count else { return nil }
        let byte = bytes[index]
        if byte < 0x80 {
            return Self.isAlphanumeric(byte) ? .word : Self.isSymbol(byte) ? .single : nil
        }
        switch scalar(at: index).scalar.map(Spelling.of) {
        case .letters: return .word
        case .single: return .single
        case .accent, .ignored, .separator, nil: return nil
        }
    }
}

// MARK: - Bytes

extension WordReader {
    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }

    private static func isSymbol(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "$"), UInt8(ascii: "+"), UInt8(ascii: "<"), UInt8(ascii: "="),
            UInt8(ascii: ">"), UInt8(ascii: "|"), UInt8(ascii: "~"):
            true
        default: false
        }
    }

    /// The scalar that begins at an index, and its length; nil and one byte if the UTF-8 is invalid.
    private func scalar(at index: Int) -> (scalar: Unicode.Scalar?, length: Int) {
        let byte = bytes[index]
        let length =
            switch byte {
            case 0xC2...0xDF: 2
            case 0xE0...0xEF: 3
            case 0xF0...0xF4: 4
            default: 1
            }
        guard length > 1, index + length <= bytes.count else { return (nil, 1) }
        var value = UInt32(byte) & (0x7F >> UInt32(length))
        for next in bytes[index + 1..<index + length] {
            guard next & 0xC0 == 0x80 else { return (nil, 1) }
            value = value << 6 | UInt32(next & 0x3F)
        }
        return Unicode.Scalar(value).map { ($0, length) } ?? (nil, 1)
    }

    /// Skips a tag or comment, which separates words unless it is inline; false if none begins here.
    private mutating func skipTag() -> Bool {
        guard readsMarkup, !hasNoMoreTags, position + 1 < bytes.count else { return false }
        let next = bytes[position + 1]
        let isTag =
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(next | 0x20)
            || next == UInt8(ascii: "/") || next == UInt8(ascii: "!")
        guard isTag else { return false }
        guard let end = bytes[position...].firstIndex(of: UInt8(ascii: ">")) else {
            hasNoMoreTags = true
            return false
        }
        let name = bytes[(position + 1)..<end].drop { $0 == UInt8(ascii: "/") }
            .prefix(while: Self.isAlphanumeric).map { $0 | 0x20 }
        if !Self.inlineTags.contains(name) { sawSeparator = true }
        position = end + 1
        return true
    }

    private static let inlineTags: Set<[UInt8]> = Set(
        [
            "a", "b", "em", "font", "i", "mark", "rb", "ruby", "s", "small", "span", "strong",
            "sub", "sup", "u",
        ]
        .map { Array($0.utf8) }
    )

    /// Skips references such as `&nbsp;`, all of which separate words; false if none begins here.
    private mutating func skipReference() -> Bool {
        guard readsMarkup else { return false }
        let name = bytes[(position + 1)...].prefix(5).prefix { $0 != UInt8(ascii: ";") }
        guard name.endIndex < bytes.count, bytes[name.endIndex] == UInt8(ascii: ";"),
            Self.references.contains(Array(name))
        else { return false }
        position = name.endIndex + 1
        sawSeparator = true
        return true
    }

    private static let references: Set<[UInt8]> = Set(
        ["amp", "apos", "gt", "lt", "nbsp", "quot"].map { Array($0.utf8) }
    )
}

extension WordReader {
    package static func isAccent(_ scalar: Unicode.Scalar) -> Bool { Spelling.isAccent(scalar) }
}
