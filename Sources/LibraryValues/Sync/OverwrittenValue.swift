package import Languages
package import Notes

/// A text that lost to a later edit on another replica, and that can be put back.
package struct OverwrittenValue: Hashable, Sendable {
    package var id: OverwrittenID
    /// The note that it belonged to; nil for decks and card types.
    package var note: NoteID?
    /// The card that had it, or what else did.
    package var owner: Phrase
    /// The field that had it, and whether as its pronunciation; nil for decks and card types.
    package var field: Phrase?
    /// As a person reads it.
    package var text: String
    /// The text that replaced it; nil if it does not say how they differ.
    package var current: String?
    /// When it lost here.
    package var moment: Moment

    package init(
        id: OverwrittenID,
        note: NoteID?,
        owner: Phrase,
        field: Phrase?,
        text: String,
        current: String?,
        moment: Moment
    ) {
        self.id = id
        self.note = note
        self.owner = owner
        self.field = field
        self.text = text
        self.current = current
        self.moment = moment
    }
}

/// Numbers an overwritten value in this library.
package struct OverwrittenID: RawRepresentable, Hashable, Codable, Sendable {
    package let rawValue: Int64

    package init(rawValue: Int64) { self.rawValue = rawValue }
}
