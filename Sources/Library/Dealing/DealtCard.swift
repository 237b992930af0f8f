package import Notes
package import Recall

/// One card as the table shows it.
package struct DealtCard: Equatable, Sendable {
    /// The note that asks.
    package var note: NoteID
    /// Which of its questions it is.
    package var face: Face
    /// What is asked and what answers; nil where the browser may fetch it when the first cards are on the table.
    package var sides: Sides?
    /// What is remembered of it, where an answer moves its schedule.
    package var state: CardState?
    /// What its intervals vary by, where an answer moves its schedule.
    package var seed: UInt64?
    /// 0 is none, 1 to 7 are colours.
    package var flag: UInt8
    /// Which answers a quiz may offer with it.
    package var meaning: QuizItem?
    /// Where it is and what it is asked among, if it asks for a place on the map.
    package var map: MapQuestion?

    /// Puts together what was dealt.
    package init(
        note: NoteID,
        face: Face,
        sides: Sides? = nil,
        state: CardState? = nil,
        seed: UInt64? = nil,
        flag: UInt8 = 0,
        meaning: QuizItem? = nil,
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
    package var id: CardID { CardID(note: note, face: face) }
}

/// An answer that a quiz may offer though its card is not in the session.
package struct OfferedAnswer: Equatable, Sendable {
    /// What stands on it.
    package var back: Side
    /// Which cards it may be offered with.
    package var meaning: QuizItem

    /// Puts together what is offered.
    package init(back: Side, meaning: QuizItem) {
        self.back = back
        self.meaning = meaning
    }
}
