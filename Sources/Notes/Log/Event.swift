public import Recall

/// One entry of the log: never changed, only added, known by its id.
public struct Event: Hashable, Sendable {
    /// What an event says about its card.
    public enum Kind: Hashable, Sendable {
        /// A graded answer that moves the schedule.
        ///
        /// `due` is the moment that the button showed, and `reviews` how many reviews the card had when it did: the
        /// promise rested on these (see `CardEvent.Shown`).
        case review(Grade, due: Moment?, reviews: Int? = nil)
        /// A graded answer that is logged but moves no schedule.
        case practice(Grade)
        /// Says what the card's memory is, whatever came before.
        case setState(SetState)
        /// Takes back an earlier event; it may arrive before what it takes back.
        case retraction(of: EventID)
    }

    /// What a learner, or another program, says of a card's memory without grading it.
    public enum SetState: Hashable, Sendable {
        /// What another program remembered, where its log alone does not tell.
        ///
        /// Kept apart: it is rare, and would make every event nearly twice as large.
        indirect case imported(CardState)
        /// The card is new again.
        case reset
        /// The card is due then; the rest of its memory stays as it is.
        case redated(Moment)
    }

    /// Names it for good.
    public var id: EventID
    /// The note that was asked.
    public var note: NoteID
    /// The question.
    public var face: Face
    /// What it says.
    public var kind: Kind
    /// When it happened.
    public var moment: Moment
    /// Minutes that the learner's clock was ahead of UTC.
    public var offset: Int
    /// Milliseconds from the card's showing to its answer.
    public var duration: Int
    /// The mode in which it happened.
    public var mode: Mode
    /// What another program kept beside the event and we do not use, as JSON text.
    public var extras: String?

    /// Puts an event together.
    public init(
        id: EventID,
        note: NoteID,
        face: Face,
        kind: Kind,
        moment: Moment,
        offset: Int,
        duration: Int,
        mode: Mode,
        extras: String? = nil
    ) {
        self.id = id
        self.note = note
        self.face = face
        self.kind = kind
        self.moment = moment
        self.offset = offset
        self.duration = duration
        self.mode = mode
        self.extras = extras
    }

    /// The card that it is about.
    public var card: CardID { CardID(note: note, face: face) }
}
