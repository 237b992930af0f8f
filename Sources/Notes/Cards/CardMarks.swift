/// What a learner has set for one card: the columns that changes edit, as opposed to its state, which follows from the log.
package struct CardMarks: Hashable, Codable, Sendable {
    /// Its own deck; nil if it is in the note's deck.
    package var deck: DeckID?
    /// Whether it is skipped until the learner resumes it.
    package var isSuspended: Bool
    /// Why it is buried, if it is.
    package var burial: Card.Burial?
    /// When a buried card is asked again: at the start of the learner's next day.
    package var buriedUntil: Moment?
    /// 0 means no flag, 1 to 7 are colours, as in Anki.
    package var flag: UInt8

    /// By default, the marks of a new card.
    package init(
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
