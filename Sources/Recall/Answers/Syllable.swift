/// A syllable of hangul, taken apart into its letters: a slip of a finger changes one of them.
struct Syllable {
    /// Initial, vowel, final; a final of 0 is none.
    private let parts: (UInt32, UInt32, UInt32)

    init?(_ code: UInt32) {
        guard 0xac00...0xd7a3 ~= code else { return nil }
        let index = code - 0xac00
        parts = (index / 588, index % 588 / 28, index % 28)
    }

    /// How many letters it has.
    var weight: UInt16 { parts.2 == 0 ? 2 : 3 }

    /// How many letters are not those of another syllable.
    func distance(to other: Syllable) -> UInt16 {
        (parts.0 == other.parts.0 ? 0 : 1) + (parts.1 == other.parts.1 ? 0 : 1)
            + (parts.2 == other.parts.2 ? 0 : 1)
    }
}
