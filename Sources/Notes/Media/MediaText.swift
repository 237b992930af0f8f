/// A text split into plain text and references to pictures and sounds.
///
/// Only references to files that the library has count as references; anything else is text, so that
/// a card about HTML shows what was typed.
package struct MediaText: Hashable, Sendable {
    package enum Piece: Hashable, Sendable {
        case text(String)
        /// A reference, and how it is spelled in the text.
        case reference(MediaReference, source: String)
    }

    /// The pieces in order; texts are never empty or adjacent.
    package private(set) var pieces: [Piece] = []

    /// Parses a text and accepts every reference.
    package init(_ text: String) { self.init(text) { _ in true } }

    /// Parses a text in time proportional to its length.
    ///
    /// - Parameter isKnown: Whether the library has the file of a reference.
    package init(_ text: String, isKnown: (MediaReference) throws -> Bool) rethrows {
        guard Self.mayName(text.utf8) else {
            if !text.isEmpty { pieces = [.text(text)] }
            return
        }
        let bytes = Array(text.utf8)
        var start = 0
        var position = 0
        while position < bytes.count {
            guard let (reference, end) = Self.reference(in: bytes, at: position) else {
                position += 1
                continue
            }
            if try isKnown(reference) {
                add(bytes[start..<position])
                pieces.append(.reference(reference, source: bytes.text(position..<end)))
                start = end
            }
            position = end
        }
        add(bytes[start...])
    }

    /// The pictures and sounds, in order.
    package var references: [MediaReference] {
        pieces.compactMap { if case .reference(let reference, _) = $0 { reference } else { nil } }
    }

    /// The text without references, and without the spaces and empty lines they leave.
    package var words: String {
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

    /// The text with captions in place of references, for searching.
    package var captioned: String {
        pieces.map { piece in
            switch piece {
            case .text(let text): text
            case .reference(let reference, _): " \(reference.caption) "
            }
        }.joined()
    }

    /// A quick check whether a text may contain references; it may give false positives.
    package static func mayName(_ text: some Sequence<UInt8>) -> Bool {
        // Runs over the bytes in place, because it is called for every text of every note.
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
    /// A text with the references at its start and end separated, each with the space between it and the text.
    package struct Ends: Hashable, Sendable {
        /// A reference as spelled, and the space on its inner side.
        package struct Part: Hashable, Sendable {
            package var reference: MediaReference
            /// Its spelling in the text.
            package var source: String
        }

        /// The references before the text.
        package var leading: [Part] = []
        /// The text, including references within it.
        package var text = ""
        /// The references after the text.
        package var trailing: [Part] = []
    }

    /// Splits a text so that its three parts joined are the text again.
    package var ends: Ends {
        var rest = pieces[...]
        var ends = Ends()
        // If there is no text, all references count as following it.
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

    /// The spelling of a reference with another caption; unchanged if it has that already or is not a reference.
    package static func captioned(_ source: String, _ caption: String) -> String {
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
        at position: Int
    ) -> (reference: MediaReference, end: Int)? {
        switch bytes[position] {
        case UInt8(ascii: "["): sound(in: bytes, at: position)
        case UInt8(ascii: "<"): picture(in: bytes, at: position)
        default: nil
        }
    }

    private static func sound(
        in bytes: [UInt8],
        at position: Int
    ) -> (reference: MediaReference, end: Int)? {
        guard bytes.has("[sound:", at: position) else { return nil }
        let window = bytes[(position + 7)...].prefix(MediaReference.longest)
        guard let end = window.firstIndex(of: UInt8(ascii: "]")) else { return nil }
        let name = bytes.text(position + 7..<end)
        guard MediaReference.isName(name) else { return nil }
        return (MediaReference(.sound, name: name), end + 1)
    }

    private static func picture(
        in bytes: [UInt8],
        at position: Int
    ) -> (reference: MediaReference, end: Int)? {
        guard bytes.has("<img", at: position) || bytes.has("<IMG", at: position) else { return nil }
        var tag = PictureTag(bytes[(position + 4)...].prefix(MediaReference.longest))
        guard let attributes = tag.attributes(), let name = attributes["src"],
            MediaReference.isName(name)
        else { return nil }
        let caption = attributes["alt"] ?? ""
        return (MediaReference(.picture, name: name, caption: caption), tag.position)
    }
}
