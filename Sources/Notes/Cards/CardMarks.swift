/// What a learner has said of one card: the columns that changes move, apart from what the log says of it.
public struct CardMarks: Hashable, Codable, Sendable {
    /// Where it lies, if not in the note's home deck.
    public var deck: DeckID?
    /// Whether it is left out until the learner says otherwise.
    public var isSuspended: Bool
    /// Why it is put away, if it is.
    public var burial: Card.Burial?
    /// When it is asked again, if it is put away: as the learner's next day begins.
    public var buriedUntil: Moment?
    /// 0 is none, 1 to 7 are colours, as in Anki.
    public var flag: UInt8

    /// The marks; unless told otherwise those of a card of which nothing was said.
    public init(
        deck: DeckID? = nil,
        isSuspended: Bool = false,
        burial: Card.Burial? = nil,
        buriedUntil: Moment? = nil,
        flag: UInt8 = 0
    ) {
        self.deck = deck
        self.isSuspended = isSuspended
        self.burial = burial
        self.buriedUntil = buriedUntil
        self.flag = flag
    }
}
