public import Notes
public import Recall

/// Which library, and which of its lives, a browser's queue belongs to.
public struct LibraryIdentity: Hashable, Sendable {
    /// Given once, when the library is made.
    public var id: String
    /// Counts up when a backup is restored, so that answers given to another past are not taken for this one's.
    public var epoch: Int

    /// Puts together what was read.
    public init(id: String, epoch: Int) {
        self.id = id
        self.epoch = epoch
    }
}

/// The cards of one session, in the order of the deck; the browser's engine shuffles them.
public struct Deal: Hashable, Sendable {
    /// Where the answers go.
    public var library: LibraryIdentity
    /// When it was dealt.
    public var at: Moment
    /// How the cards are studied.
    public var mode: Mode
    /// The deck's name as it is written there.
    public var deck: String
    /// At most `Library.largestDeal` of them.
    public var cards: [DealtCard]

    /// Puts together what was dealt.
    public init(
        library: LibraryIdentity,
        at: Moment,
        mode: Mode,
        deck: String,
        cards: [DealtCard]
    ) {
        self.library = library
        self.at = at
        self.mode = mode
        self.deck = deck
        self.cards = cards
    }
}

/// One card as the table shows it.
public struct DealtCard: Hashable, Sendable {
    /// The note that asks.
    public var note: NoteID
    /// Which of its questions it is.
    public var face: Face
    /// What is asked.
    public var front: Side
    /// What answers.
    public var back: Side

    /// Puts together what was dealt.
    public init(note: NoteID, face: Face, front: Side, back: Side) {
        self.note = note
        self.face = face
        self.front = front
        self.back = back
    }
}
