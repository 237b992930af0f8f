public import Recall

/// One entry of the log: never changed, only added, known by its id.
public struct Event: Hashable, Sendable {
    /// What an event says about its card.
    public enum Kind: Hashable, Sendable {
        /// A graded answer that moves the schedule; `due` is the moment that the button showed.
        case review(Grade, due: Moment?)
        /// A graded answer that is logged but moves no schedule.
        case practice(Grade)
        /// Takes back an earlier event; it may arrive before what it takes back.
        case retraction(of: EventID)
    }

    public var id: EventID
    public var note: NoteID
    public var face: Face
    public var kind: Kind
    public var moment: Moment
    /// Minutes that the learner's clock was ahead of UTC.
    public var offset: Int
    /// Milliseconds from the card's showing to its answer.
    public var duration: Int
    public var mode: Mode

    public init(
        id: EventID, note: NoteID, face: Face, kind: Kind,
        moment: Moment, offset: Int, duration: Int, mode: Mode
    ) {
        self.id = id
        self.note = note
        self.face = face
        self.kind = kind
        self.moment = moment
        self.offset = offset
        self.duration = duration
        self.mode = mode
    }
}
