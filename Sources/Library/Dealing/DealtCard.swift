public import Notes
public import Recall

/// One card as the table shows it.
public struct DealtCard: Equatable, Sendable {
    /// The note that asks.
    public var note: NoteID
    /// Which of its questions it is.
    public var face: Face
    /// What is asked and what answers; nil where the browser may fetch it when the first cards are on the table.
    public var sides: Sides?
    /// What is remembered of it, where an answer moves its schedule.
    public var state: CardState?
    /// What its intervals vary by, where an answer moves its schedule.
    public var seed: UInt64?
    /// 0 is none, 1 to 7 are colours.
    public var flag: UInt8
    /// Which answers a quiz may offer with it.
    public var meaning: Meaning?
    /// Where it is and what it is asked among, if it asks for a place on the map.
    public var map: MapQuestion?

    /// Puts together what was dealt.
    public init(
        note: NoteID,
        face: Face,
        sides: Sides? = nil,
        state: CardState? = nil,
        seed: UInt64? = nil,
        flag: UInt8 = 0,
        meaning: Meaning? = nil,
        map: MapQuestion? = nil
    ) {
        self.note = note
        self.face = face
        self.sides = sides
        self.state = state
        self.seed = seed
        self.flag = flag
        self.meaning = meaning
        self.map = map
    }

    /// What it is called outside the database.
    public var id: CardID { CardID(note: note, face: face) }
}

/// An answer that a quiz may offer though its card is not in the session.
public struct OfferedAnswer: Equatable, Sendable {
    /// What stands on it.
    public var back: Side
    /// Which cards it may be offered with.
    public var meaning: Meaning

    /// Puts together what is offered.
    public init(back: Side, meaning: Meaning) {
        self.back = back
        self.meaning = meaning
    }
}
