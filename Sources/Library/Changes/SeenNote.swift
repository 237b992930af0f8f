package import Notes

/// What a form knows of the note that it edits: only where it says otherwise has the learner changed something.
///
/// Moving and tagging are no new version of a note's texts, and are kept when a form that was opened before is saved.
package struct SeenNote: Hashable, Sendable {
    /// When it was last changed.
    package var changed: Moment
    /// Where it lay.
    package var deck: DeckID
    /// All its tags in one line.
    package var tags: String

    /// What is known of a note, by parts.
    package init(changed: Moment, deck: DeckID, tags: String) {
        self.changed = changed
        self.deck = deck
        self.tags = tags
    }
}

extension SeenNote {
    /// What is known of a note that was just read.
    package init(_ note: Note) {
        self.init(changed: note.changed, deck: note.deck, tags: NoteDraft(note).tags)
    }
}

extension NoteDraft {
    /// The draft on the note as it is now: what was left as it was seen follows the note.
    func following(_ note: Note, since seen: SeenNote) -> NoteDraft {
        var before = self
        before.tags = seen.tags
        let (written, shown) = (tagNames(known: note.tags), before.tagNames(known: note.tags))
        let kept = note.tags.map(\.text).filter { !shown.contains($0) || written.contains($0) }
        let added = written.filter { !shown.contains($0) && !kept.contains($0) }
        var draft = self
        if deck == seen.deck { draft.deck = note.deck }
        draft.tags = (kept + added).joined(separator: " ")
        return draft
    }
}
