/// What a session begins with, besides its mode: which cards there are, and the chance that orders them.
struct Deal: Equatable, Sendable {
    /// How many cards are known; they are called 0 ..< `cards`.
    let cards: Int

    /// Those of them that have left and are not laid on the table, in rising order.
    var gone: [Int] = []

    /// Chance before the cards are laid.
    let chance: SplitMix64
}
