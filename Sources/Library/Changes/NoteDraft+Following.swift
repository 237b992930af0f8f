internal import LibraryValues
internal import Notes

extension NoteDraft {
    /// The draft applied to the current note: the deck and the tags that the learner left unchanged follow the note.
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
