package import Notes
package import Recall

package struct DealtCard: Equatable, Sendable {
    package var note: NoteID
    package var face: Face
    /// Question and answer; nil where the browser fetches them after the first cards are shown.
    package var sides: CardSides?
    /// The card's memory, in modes that change its schedule.
    package var state: CardState?
    /// What its intervals vary by, in modes that change its schedule.
    package var seed: UInt64?
    /// The deck by which its scheduler is named, if the deal has several.
    package var scheduler: DeckID?
    /// 0 means no flag, 1 to 7 are colours.
    package var flag: UInt8
    /// Whether it is shown with its answer before it is asked for the first time.
    package var isIntroduced = false
    /// Decides which answers a quiz may offer with it.
    package var meaning: QuizItem?
    /// Where it is and what it is asked among, if the answer is a place on the map.
    package var map: MapQuestion?

    package init(
        note: NoteID,
        face: Face,
        sides: CardSides? = nil,
        state: CardState? = nil,
        seed: UInt64? = nil,
        flag: UInt8 = 0,
        map: MapQuestion? = nil
    ) {
        self.note = note
        self.face = face
        self.sides = sides
        self.state = state
        self.seed = seed
        self.flag = flag
        self.map = map
    }

    package var id: CardID { CardID(note: note, face: face) }
}

/// An answer that a quiz may offer although its card is not in the session.
package struct OfferedAnswer: Equatable, Sendable {
    package var back: CardSide
    /// Decides which cards it may be offered with.
    package var meaning: QuizItem

    package init(back: CardSide, meaning: QuizItem) {
        self.back = back
        self.meaning = meaning
    }
}
