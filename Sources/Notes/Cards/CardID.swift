import Languages

/// Identifies a card, whether it has been asked yet or not.
package struct CardID: Hashable, Codable, Sendable {
    package var note: NoteID
    package var face: Face

    package init(note: NoteID, face: Face) {
        self.note = note
        self.face = face
    }

    /// The seed of the card's interval fuzz, the same in every library and version.
    ///
    /// FNV-1a over the note's eight bytes, little-endian, and the face's text, mixed as in SplitMix64.
    package var seed: UInt64 {
        var fnv = StableHash()
        fnv.combine(note.rawValue)
        switch face {
        case .languages(let from, let to):
            // The same as below without building a string, because many languages have hundreds of pairs.
            fnv.combine(from.text)
            fnv.combine(">" as Unicode.Scalar)
            fnv.combine(to.text)
        default: fnv.combine(face.description)
        }
        var hash = fnv.value
        hash = (hash ^ (hash >> 30)) &* 0xbf58_476d_1ce4_e5b9
        hash = (hash ^ (hash >> 27)) &* 0x94d0_49bb_1331_11eb
        return hash ^ (hash >> 31)
    }
}

extension CardID: CustomStringConvertible {
    /// The note's digits, a slash, and the face's text.
    package var description: String { "\(note)/\(face)" }
}
