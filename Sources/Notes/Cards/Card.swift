public import Recall

/// One question that a note can ask, with what is remembered of it.
public struct Card: Hashable, Sendable {
    /// The note that asks.
    public var note: NoteID
    /// The question.
    public var face: Face
    /// Where it lies, if not in the note's home deck.
    public var deck: DeckID?
    /// Whether it is left out until the learner says otherwise.
    public var isSuspended: Bool
    /// Why it is put away until tomorrow, if it is.
    public var burial: Burial?
    /// 0 is none, 1 to 7 are colours, as in Anki.
    public var flag: UInt8
    /// A cache of what the log says.
    public var state: CardState

    /// A card; unless told otherwise a new one, in its note's deck.
    public init(
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

    /// Names it.
    public var id: CardID { CardID(note: note, face: face) }

    /// Why a card is put away until tomorrow; the raw value is what is stored.
    public enum Burial: UInt8, Codable, Sendable {
        /// The learner asked for it.
        case byLearner = 1
        /// Another card of its note was answered today.
        case bySibling = 2
    }
}
