/// What a session starts from, besides its mode: its cards, and the random generator that orders them.
struct SessionStart: Equatable, Sendable {
    /// How many cards are known, numbered 0 ..< `cardCount`.
    let cardCount: Int

    /// The cards that have been removed and take no part, in ascending order.
    var removedCards: [Int] = []

    /// The generator's state before the first shuffle.
    let random: SplitMix64
}
