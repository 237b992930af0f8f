public import Notes
public import Recall

/// Which library, and which of its lives, a browser's queue belongs to.
public struct LibraryIdentity: Hashable, Sendable {
    /// Given once, when the library is made.
    public var id: String
    /// Counts up when a backup is restored, so that answers given to another past are not taken for this one's.
    public var epoch: Int

    public init(id: String, epoch: Int) {
        self.id = id
        self.epoch = epoch
    }
}

/// The cards of one session, in the order of the deck; the browser's engine shuffles them.
public struct Deal: Hashable, Sendable {
    public var library: LibraryIdentity
    public var mode: Mode
    public var deck: String
    public var cards: [DealtCard]

    public init(library: LibraryIdentity, mode: Mode, deck: String, cards: [DealtCard]) {
        self.library = library
        self.mode = mode
        self.deck = deck
        self.cards = cards
    }
}

/// One card as the table shows it.
public struct DealtCard: Hashable, Sendable {
    public var note: NoteID
    public var face: Face
    public var front: Side
    public var back: Side

    public init(note: NoteID, face: Face, front: Side, back: Side) {
        self.note = note
        self.face = face
        self.front = front
        self.back = back
    }
}
