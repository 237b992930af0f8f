import Languages

/// Names a card: what a note asks, whether anybody has asked it yet or not.
public struct CardID: Hashable, Codable, Sendable {
    /// The note that asks.
    public var note: NoteID
    /// The question.
    public var face: Face

    /// Puts the two together.
    public init(note: NoteID, face: Face) {
        self.note = note
        self.face = face
    }

    /// The number that the card's intervals vary by, the same in every library and for ever.
    ///
    /// FNV-1a over the note's eight bytes, lowest first, and the face's text, stirred as SplitMix64 does.
    public var seed: UInt64 {
        var bytes = SteadyHash()
        bytes.take(note.rawValue)
        switch face {
        case .languages(let from, let to):
            // As below, and not put together first: of many languages there are hundreds of pairs.
            bytes.take(from.text)
            bytes.take(">" as Unicode.Scalar)
            bytes.take(to.text)
        default: bytes.take(face.description)
        }
        var hash = bytes.value
        hash = (hash ^ (hash >> 30)) &* 0xbf58_476d_1ce4_e5b9
        hash = (hash ^ (hash >> 27)) &* 0x94d0_49bb_1331_11eb
        return hash ^ (hash >> 31)
    }
}

extension CardID: CustomStringConvertible {
    /// The note's digits, a slash, and the face's text.
    public var description: String { "\(note)/\(face)" }
}
