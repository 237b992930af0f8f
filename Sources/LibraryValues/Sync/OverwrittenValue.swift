package import Notes

/// A value that lost to a later edit on another replica.
package struct OverwrittenValue: Hashable, Sendable {
    package var id: OverwrittenID
    /// The note that it belonged to; nil for decks, types and settings.
    package var note: NoteID?
    /// The field of the note that it was in; nil for anything else.
    package var field: FieldID?
    /// What kind of thing it belonged to, and which part of that it was: stable names as in pages.
    package var kind: String
    package var part: String
    /// The text that lost.
    package var text: String
    /// When it was written.
    package var written: Moment
    /// When it lost here.
    package var moment: Moment
    /// Whether it can be put back.
    package var isRestorable: Bool { field != nil }

    package init(
        id: OverwrittenID,
        note: NoteID?,
        field: FieldID?,
        kind: String,
        part: String,
        text: String,
        written: Moment,
        moment: Moment
    ) {
        self.id = id
        self.note = note
        self.field = field
        self.kind = kind
        self.part = part
        self.text = text
        self.written = written
        self.moment = moment
    }
}

/// Numbers an overwritten value in this library.
package struct OverwrittenID: RawRepresentable, Hashable, Codable, Sendable {
    package let rawValue: Int64

    package init(rawValue: Int64) { self.rawValue = rawValue }
}
