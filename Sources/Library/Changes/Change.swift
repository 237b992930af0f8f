public import Languages
public import Notes
internal import Storage

/// One change to a library, as its history tells of it.
public struct Change: Hashable, Sendable {
    /// Names it.
    public let id: ChangeID
    /// What it was, in words: `Suspended 1 card`.
    public let says: Phrase
    /// When it was made.
    public let moment: Moment
    /// Whether it is taken back.
    public let isUndone: Bool

    /// Tells of a change.
    public init(id: ChangeID, says: Phrase, moment: Moment, isUndone: Bool) {
        self.id = id
        self.says = says
        self.moment = moment
        self.isUndone = isUndone
    }
}

extension Change {
    init(_ entry: JournalEntry) {
        self.init(
            id: entry.id,
            says: Phrase(stored: entry.says),
            moment: entry.moment,
            isUndone: entry.undone != nil
        )
    }
}

/// Which browser asks for a change: the number that pairing gave it, or one of this machine, where none is paired.
public struct BrowserNumber: RawRepresentable, Hashable, Sendable {
    /// The number.
    public let rawValue: Int64

    /// Wraps a number that pairing gave.
    public init(rawValue: Int64) { self.rawValue = rawValue }
}
