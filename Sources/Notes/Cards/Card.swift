package import Recall

/// One question that a note can ask, with the learner's memory of it.
package struct Card: Hashable, Sendable {
    package var note: NoteID
    package var face: Face
    /// Its own deck; nil if it is in the note's deck.
    package var deck: DeckID?
    /// Whether it is skipped until the learner resumes it.
    package var isSuspended: Bool
    /// Why it is buried until tomorrow, if it is.
    package var burial: Burial?
    /// 0 means no flag, 1 to 7 are colours, as in Anki.
    package var flag: UInt8
    /// A cache of what follows from the log.
    package var state: CardState

    package init(
        note: NoteID,
        face: Face,
        deck: DeckID? = nil,
        isSuspended: Bool = false,
        burial: Burial? = nil,
        flag: UInt8 = 0,
        state: CardState = .new
    ) {
        self.note = note
        self.face = face
        self.deck = deck
        self.isSuspended = isSuspended
        self.burial = burial
        self.flag = flag
        self.state = state
    }

    package var id: CardID { CardID(note: note, face: face) }

    /// The positions that a card can have among new cards.
    package static let positions = -2_147_483_648...2_147_483_647
    /// The flags: none, and seven colours.
    package static let flags = 0...7

    /// Why a card is buried until tomorrow; the raw value is stored.
    package enum Burial: UInt8, Codable, Sendable {
        /// The learner asked for it.
        case byLearner = 1
        /// Another card of its note was answered today.
        case bySibling = 2
    }
}
