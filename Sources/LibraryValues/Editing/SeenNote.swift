package import Notes

/// The state of a note when a form was opened, so that saving the form changes only what the learner changed.
///
/// Moving and tagging do not count as new versions of a note's texts; they are kept when a form opened earlier is saved.
package struct SeenNote: Hashable, Sendable {
    package var changed: Moment
    package var deck: DeckID
    /// All its tags in one line.
    package var tags: String

    package init(changed: Moment, deck: DeckID, tags: String) {
        self.changed = changed
        self.deck = deck
        self.tags = tags
    }

    package init(_ note: Note) {
        self.init(changed: note.changed, deck: note.deck, tags: NoteDraft(note).tags)
    }
}
