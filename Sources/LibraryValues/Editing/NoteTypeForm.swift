package import Languages
package import Notes

package struct NoteTypeForm: Sendable {
    /// A preview of one card.
    package struct Sample: Hashable, Sendable {
        /// The template's name.
        package var name: String
        /// Nil where the note has no such card.
        package var sides: CardSides?

        package init(name: String, sides: CardSides?) {
            self.name = name
            self.sides = sides
        }
    }

    /// The type that is edited or copied.
    package var base: NoteType
    /// Whether saving creates a copy.
    package var isNew: Bool
    /// Identifies the version of the type that the form was opened with.
    package var seen: String
    /// The learner's input so far.
    package var draft: NoteTypeDraft
    /// What has to be corrected before it can be saved.
    package var flaws: [(location: NoteTypeDraft.Location, words: Phrase)] = []
    /// What notes would lose, one line each.
    package var losses: [Phrase] = []
    /// How many notes are of the type, including those in the bin.
    package var notes: Int
    /// The cards of the type's latest note, or of one that has its fields' names as texts.
    package var samples: [Sample] = []
    package var isUnsaved = false

    package init(base: NoteType, isNew: Bool, seen: String, draft: NoteTypeDraft, notes: Int) {
        self.base = base
        self.isNew = isNew
        self.seen = seen
        self.draft = draft
        self.notes = notes
    }
}
