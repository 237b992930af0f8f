/// Cuts a text into the words that a search compares.
///
/// A word is a run of letters, marks and digits, without its case; a character of a script without spaces is a word by
/// itself. Mark-up is passed over, and whatever else stands between words does not count, unless one of them is such
/// a character: there it is a break, so that 日本 is found where both stand side by side and nowhere else.
package struct WordReader {
    /// What was read.
    package enum Kind: Sendable {
        /// A word of letters.
        case word
        /// A character that is a word by itself.
        case single
        /// A break between words, one of which is a single character.
        case gap
        /// In patterns alone: any words, or none.
        case anything
    }

    /// What was read last, without accents.
    package private(set) var folded: [UInt8] = []
    /// What was read last, with its accents as combining marks behind their letters.
    package private(set) var exact: [UInt8] = []

    /// Whether what was read last has accents.
    package var isAccented: Bool { exact.count != folded.count }

    /// Stands for anything in a pattern's bytes; no UTF-8 has it.
    static let star: UInt8 = 0xFF

    /// The most bytes of a word that are compared.
    static let maximumLength = 120

    private let bytes: [UInt8]
    private let readsMarkup: Bool
    private var position = 0
    private var hasNoMoreTags = false
    private var last: Kind?
    private var sawSeparator = false
    private var owed: Kind?

    /// Reads what a field holds.
    package init(field text: [UInt8]) {
        bytes = PlainScalars.utf8(of: text)
        readsMarkup = true
    }

    /// Reads a pattern, in which `*` stands for anything.
    init(_ pattern: SearchPattern) {
        bytes = pattern.parts.flatMap { part in
            switch part {
            case .text(let text): PlainScalars.utf8(of: Array(text.utf8))
            case .anything: [Self.star]
            }
        }
        readsMarkup = false
    }

    /// Reads on to the next word or break; nil at the end.
    package mutating func next() -> Kind? {
        folded.removeAll(keepingCapacity: true)
        exact.removeAll(keepingCapacity: true)
        if let kind = owed {
            owed = nil
            return came(to: kind)
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

    /// Notes what was read; where a break is due, that comes first.
    private mutating func came(to kind: Kind) -> Kind {
        last = kind
        sawSeparator = false
        return kind
    }
}

// MARK: - Words and characters

extension WordReader {
    /// Reads a word, unless a break has to come before it.
    private mutating func word() -> Kind {
        if sawSeparator, last == .single { return came(to: .gap) }
        sawSeparator = false
        takeWord()
        last = .word
        return .word
    }

    private mutating func single(length: Int) -> Kind {
        if sawSeparator, last == .single || last == .word { return came(to: .gap) }
        folded.append(contentsOf: bytes[position..<position + length])
        exact.append(contentsOf: bytes[position..<position + length])
        position += length
        return came(to: .single)
    }

    /// Reads letters, and in a pattern the stars between, before and behind them.
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
                if kind(at: position) == .single { owed = .anything }
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
                // One that composes with no letter before it.
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

    /// Reads what stands for anything: a part of the word beside it, or of the text.
    private mutating func stars() -> Kind {
        var end = position
        while end < bytes.count, bytes[end] == Self.star { end += 1 }
        guard kind(at: end) == .word else {
            position = end
            return came(to: .anything)
        }
        if last == .single, !sawSeparator { return came(to: .anything) }
        return word()
    }

    /// What begins at a place, if something does.
    private func kind(at place: Int) -> Kind? {
        guard place < bytes.count else { return nil }
        let byte = bytes[place]
        if byte < 0x80 {
            return Self.isAlphanumeric(byte) ? .word : Self.isSymbol(byte) ? .single : nil
        }
        switch scalar(at: place).scalar.map(Spelling.of) {
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

    /// The scalar that begins at a place, and its length; one byte and none where there is no UTF-8.
    private func scalar(at place: Int) -> (scalar: Unicode.Scalar?, length: Int) {
        let byte = bytes[place]
        let length =
            switch byte {
            case 0xC2...0xDF: 2
            case 0xE0...0xEF: 3
            case 0xF0...0xF4: 4
            default: 1
            }
        guard length > 1, place + length <= bytes.count else { return (nil, 1) }
        var value = UInt32(byte) & (0x7F >> UInt32(length))
        for next in bytes[place + 1..<place + length] {
            guard next & 0xC0 == 0x80 else { return (nil, 1) }
            value = value << 6 | UInt32(next & 0x3F)
        }
        return Unicode.Scalar(value).map { ($0, length) } ?? (nil, 1)
    }

    /// Passes over a tag or comment, which parts words only if it parts lines; false where none begins here.
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

    /// Passes over `&nbsp;` and its like, all of which stand for what parts words.
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
    /// Whether a scalar of a word that was read is an accent.
    package static func isAccent(_ scalar: Unicode.Scalar) -> Bool { Spelling.isAccent(scalar) }
}
