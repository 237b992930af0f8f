package import Languages
package import Notes

/// Everything that a form for one note type shows.
package struct NoteTypeForm: Sendable {
    /// One card as it would look.
    package struct Sample: Hashable, Sendable {
        /// What the template is called.
        package var name: String
        /// What stands on the card; nil where the note asks nothing by it.
        package var sides: CardSides?
    }

    /// The type that is edited, or that a new one is made from.
    package var base: NoteType
    /// Whether it is a new one.
    package var isNew: Bool
    /// Names the type as it stood when the form was opened.
    package var seen: String
    /// What was written so far.
    package var draft: NoteTypeDraft
    /// What has to be mended before it can be saved.
    package var flaws: [(location: NoteTypeDraft.Location, words: Phrase)] = []
    /// What notes would lose, one plain line each.
    package var losses: [Phrase] = []
    /// How many notes are of the type, those in the bin as well.
    package var notes: Int
    /// The cards of the latest note of the type, or of one with the names of the fields in them.
    package var samples: [Sample] = []
    /// Whether it holds what is not saved.
    package var isUnsaved = false
}

/// A note type in the list of them.
package struct ListedNoteType: Hashable, Sendable {
    /// The type.
    package var type: NoteType
    /// How many notes are of the type, but for the bin.
    package var notes: Int
}
