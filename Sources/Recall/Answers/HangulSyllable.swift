/// A Hangul syllable decomposed into its letters, because a typing error changes only one of them.
struct HangulSyllable {
    /// Initial, vowel and final; 0 if there is no final.
    private let parts: (UInt32, UInt32, UInt32)

    init?(_ code: UInt32) {
        guard 0xac00...0xd7a3 ~= code else { return nil }
        let index = code - 0xac00
        parts = (index / 588, index % 588 / 28, index % 28)
    }

    /// How many letters it has.
    var weight: UInt16 { parts.2 == 0 ? 2 : 3 }

    /// How many letters differ from those of another syllable.
    func distance(to other: HangulSyllable) -> UInt16 {
        (parts.0 == other.parts.0 ? 0 : 1) + (parts.1 == other.parts.1 ? 0 : 1)
            + (parts.2 == other.parts.2 ? 0 : 1)
    }
}
