internal import Languages
package import LibraryValues
package import Notes
internal import Storage

/// Texts for the empty fields of a note.
package struct Filling: Hashable, Sendable {
    package var note: NoteID
    package var texts: [FieldID: String]
    /// Set only where the note has none.
    package var wordType: WordType?

    package init(note: NoteID, texts: [FieldID: String]) {
        self.note = note
        self.texts = texts
    }
}

extension Library {
    /// The form of a saved note with all fields that could be filled in; for a note of languages, those of its deck.
    package func fillableForm(_ id: NoteID) throws(LibraryError) -> NoteForm? {
        guard var form = try noteForm(id) else { return nil }
        guard form.type.cards == .languages else { return form }
        let hierarchy = DeckHierarchy(form.decks)
        let neighbour = try read { try $0.latestNote(in: form.draft.deck) }
        guard let deck = form.decks.first(where: { $0.id == form.draft.deck }) else { return form }
        for language in hierarchy.languages(of: deck, neighbour: neighbour) {
            form.draft.values[.language(language), default: NoteDraft.Value()].text += ""
        }
        return form
    }

    /// The first of the notes that are meant, as many as there may be.
    package func notes(
        in selection: NoteSelection,
        limit: Int,
        timeZoneOffset minutes: Int = 0
    ) throws(LibraryError) -> [NoteID] {
        try read { reader in
            let homes = try homes(of: selection, with: reader, offset: minutes)
            return homes.prefix(limit).map(\.note)
        }
    }

    /// Writes into empty fields of notes, as one change; nil where none was empty any more.
    package func fill(
        _ fillings: [Filling],
        by browser: BrowserNumber?
    ) throws(LibraryError) -> Change? {
        try change(by: browser) { writer, recorder, moment in
            let types = try writer.noteTypes()
            var filled: [Note] = []
            for filling in fillings {
                guard let old = try writer.note(filling.note), old.binned == nil,
                    let type = types[old.type]
                else { continue }
                var draft = NoteDraft(old)
                for (field, text) in filling.texts {
                    guard draft.values[field, default: NoteDraft.Value()].text.trimmed.isEmpty
                    else { continue }
                    draft.values[field, default: NoteDraft.Value()].text = text
                }
                if draft.wordType == nil { draft.wordType = filling.wordType }
                draft = draft.trimmed
                guard type.flaws(of: draft).isEmpty else { continue }
                let new = self.note(draft, over: old, at: moment)
                guard new != old else { continue }
                try recorder.put(new, with: writer)
                filled.append(new)
            }
            return filled.isEmpty ? "" : "Filled in \(try filled.quoted(with: writer))"
        }
    }
}
