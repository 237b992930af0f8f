package import Languages
package import Notes
internal import Storage

/// One change to a library, as its history tells of it.
package struct Change: Hashable, Sendable {
    /// Names it.
    package let id: ChangeID
    /// What it was, in words: `Suspended 1 card`.
    package let says: Phrase
    /// When it was made.
    package let moment: Moment
    /// Whether it is taken back.
    package let isUndone: Bool

    /// Tells of a change.
    package init(id: ChangeID, says: Phrase, moment: Moment, isUndone: Bool) {
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
            says: Phrase(stored: entry.summary),
            moment: entry.moment,
            isUndone: entry.undone != nil
        )
    }
}

/// Which browser asks for a change: the number that pairing gave it, or one of this machine, where none is paired.
package struct BrowserNumber: RawRepresentable, Hashable, Sendable {
    /// The number.
    package let rawValue: Int64

    /// Wraps a number that pairing gave.
    package init(rawValue: Int64) { self.rawValue = rawValue }
}
