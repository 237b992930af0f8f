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
    /// The text that lost, as a person reads it.
    package var text: String
    /// The text that replaced it, and the prompt of the note; empty for anything but a field.
    package var current = ""
    package var card = ""
    /// When it was written.
    package var written: Moment
    /// When it lost here.
    package var moment: Moment
    /// Whether it is a text that can be put back, and that is not there already.
    package var isRestorable: Bool { field != nil && !text.isEmpty && text != current }

    package init(
        id: OverwrittenID,
        note: NoteID?,
        kind: String,
        part: String,
        text: String,
        written: Moment,
        moment: Moment
    ) {
        self.id = id
        self.note = note
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
