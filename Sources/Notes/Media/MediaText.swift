/// A text in pieces: what is written, and the pictures and sounds that are named between it.
///
/// All text of a field is text. What has the form of a reference is one only where the library knows its name, so that
/// a card about HTML shows what was typed.
public struct MediaText: Hashable, Sendable {
    /// A piece of a text.
    public enum Piece: Hashable, Sendable {
        /// What is written.
        case text(String)
        /// What is named, and how that is spelt.
        case reference(MediaReference, source: String)
    }

    /// In order; texts are never empty, and no two follow one another.
    public private(set) var pieces: [Piece] = []

    /// Reads a text, taking whatever has the form of a reference for one.
    public init(_ text: String) { self.init(text) { _ in true } }

    /// Reads a text, in time proportional to its length.
    ///
    /// - Parameter isKnown: Whether there is a file of the name that a reference gives.
    public init(_ text: String, isKnown: (MediaReference) throws -> Bool) rethrows {
        guard Self.mayName(text.utf8) else {
            if !text.isEmpty { pieces = [.text(text)] }
            return
        }
        let bytes = Array(text.utf8)
        var start = 0
        var place = 0
        while place < bytes.count {
            guard let (reference, end) = Self.reference(in: bytes, at: place) else {
                place += 1
                continue
            }
            if try isKnown(reference) {
                add(bytes[start..<place])
                pieces.append(.reference(reference, source: bytes.text(place..<end)))
                start = end
            }
            place = end
        }
        add(bytes[start...])
    }

    /// The pictures and sounds, in order.
    public var references: [MediaReference] {
        pieces.compactMap { if case .reference(let reference, _) = $0 { reference } else { nil } }
    }

    /// What is left to be read, as if nothing had been named: no gaps, and no lines that stood empty for it.
    public var words: String {
        guard !references.isEmpty else {
            if case .text(let text)? = pieces.first { return text }
            return ""
        }
        var words = ""
        var gap = ""
        for piece in pieces {
            guard case .text(let text) = piece else {
                if gap.isEmpty { gap = " " }
                continue
            }
            let stripped = text.trimmed
            if text.prefix(while: \.isWhitespace).contains(where: \.isNewline) { gap = "\n" }
            guard !stripped.isEmpty else { continue }
            words += words.isEmpty ? stripped : gap + stripped
            gap =
                text.reversed().prefix(while: \.isWhitespace).contains(where: \.isNewline)
                ? "\n" : ""
        }
        return words
    }

    /// The words with each reference said by its caption: what can be searched for.
    public var captioned: String {
        pieces.map { piece in
            switch piece {
            case .text(let text): text
            case .reference(let reference, _): " \(reference.caption) "
            }
        }.joined()
    }

    /// Whether a text can name anything at all; quick, and sometimes wrong.
    public static func mayName(_ text: some Sequence<UInt8>) -> Bool {
        // Every text of every note is asked, so this goes over its bytes where they lie.
        text.withContiguousStorageIfAvailable { mayName(in: $0) } ?? mayName(in: text)
    }

    @inline(__always)
    private static func mayName(in text: some Sequence<UInt8>) -> Bool {
        var previous: UInt8 = 0
        for byte in text {
            if previous == UInt8(ascii: "<"), byte | 0x20 == UInt8(ascii: "i") { return true }
            if previous == UInt8(ascii: "["), byte | 0x20 == UInt8(ascii: "s") { return true }
            previous = byte
        }
        return false
    }

    private mutating func add(_ bytes: ArraySlice<UInt8>) {
        if !bytes.isEmpty { pieces.append(.text(String(decoding: bytes, as: UTF8.self))) }
    }
}

// MARK: - Ends of a text

extension MediaText {
    /// A text with the references at its ends apart, each with the space between it and what is written.
    public struct Ends: Hashable, Sendable {
        /// A reference as it is spelt, and the space on its inner side.
        public struct Part: Hashable, Sendable {
            /// What is named.
            public var reference: MediaReference
            /// How it stands in the text.
            public var source: String
        }

        /// What is named before the words.
        public var leading: [Part] = []
        /// The words; what is named among them is spelt out.
        public var text = ""
        /// What is named behind the words.
        public var trailing: [Part] = []
    }

    /// The text so that the three parts of it, one behind the other, are the text again.
    public var ends: Ends {
        var rest = pieces[...]
        var ends = Ends()
        // Where there are no words at all, everything stands behind them.
        let hasWords = rest.contains { $0.text.map { !$0.trimmed.isEmpty } ?? false }
        while hasWords, case .reference(let reference, var source)? = rest.first {
            rest.removeFirst()
            if case .text(let text)? = rest.first {
                let space = String(text.prefix(while: \.isWhitespace))
                source += space
                rest.removeFirst()
                let words = String(text.dropFirst(space.count))
                if !words.isEmpty { rest = [.text(words)] + rest }
            }
            ends.leading.append(Ends.Part(reference: reference, source: source))
        }
        var trailing: [Ends.Part] = []
        var space = ""
        if case .text(let text)? = rest.last, text.trimmed.isEmpty {
            space = text
            rest.removeLast()
        }
        while case .reference(let reference, let source)? = rest.last {
            rest.removeLast()
            var before = ""
            if case .text(let text)? = rest.last {
                before = String(text.reversed().prefix(while: \.isWhitespace).reversed())
                rest.removeLast()
                let words = String(text.dropLast(before.count))
                if !words.isEmpty { rest.append(.text(words)) }
            }
            trailing.append(Ends.Part(reference: reference, source: before + source + space))
            space = ""
        }
        ends.trailing = trailing.reversed()
        ends.text = rest.map(\.source).joined() + space
        return ends
    }

    /// The spelling of a reference with another caption; the same where it has that already, or is none.
    public static func captioned(_ source: String, _ caption: String) -> String {
        let pieces = MediaText(source).pieces
        return pieces.map { piece in
            guard case .reference(var reference, let source) = piece else { return piece.source }
            let caption = String(caption.trimmed.prefix(MediaReference.longestCaption))
            guard reference.kind == .picture, reference.caption != caption else { return source }
            reference.caption = caption
            return reference.description
        }.joined()
    }
}

extension MediaText.Piece {
    fileprivate var text: String? { if case .text(let text) = self { text } else { nil } }

    fileprivate var source: String {
        switch self {
        case .text(let text): text
        case .reference(_, let source): source
        }
    }
}

// MARK: - Reading

extension MediaText {
    private static func reference(
        in bytes: [UInt8],
        at place: Int
    ) -> (reference: MediaReference, end: Int)? {
        switch bytes[place] {
        case UInt8(ascii: "["): sound(in: bytes, at: place)
        case UInt8(ascii: "<"): picture(in: bytes, at: place)
        default: nil
        }
    }

    private static func sound(
        in bytes: [UInt8],
        at place: Int
    ) -> (reference: MediaReference, end: Int)? {
        guard bytes.has("[sound:", at: place) else { return nil }
        let window = bytes[(place + 7)...].prefix(MediaReference.longest)
        guard let end = window.firstIndex(of: UInt8(ascii: "]")) else { return nil }
        let name = bytes.text(place + 7..<end)
        guard MediaReference.isName(name) else { return nil }
        return (MediaReference(.sound, name: name), end + 1)
    }

    private static func picture(
        in bytes: [UInt8],
        at place: Int
    ) -> (reference: MediaReference, end: Int)? {
        guard bytes.has("<img", at: place) || bytes.has("<IMG", at: place) else { return nil }
        var tag = PictureTag(bytes[(place + 4)...].prefix(MediaReference.longest))
        guard let attributes = tag.attributes(), let name = attributes["src"],
            MediaReference.isName(name)
        else { return nil }
        let caption = attributes["alt"] ?? ""
        return (MediaReference(.picture, name: name, caption: caption), tag.place)
    }
}
