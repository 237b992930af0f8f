internal import Languages
package import LibraryValues
package import Notes
internal import Storage

extension Library {
    /// All note types in the order of the menu.
    package func types() throws(LibraryError) -> [NoteType] {
        try read { Self.offered(try $0.noteTypes()) }
    }

    /// Adds a note type whose fields are HTML.
    package func add(
        _ type: NoteTypeDraft,
        isCloze: Bool,
        by author: BrowserNumber?
    ) throws(LibraryError) -> NoteTypeID {
        let id = NoteTypeID(at: now().milliseconds, using: random)
        let base = NoteType(
            id: id,
            name: "",
            fields: [],
            cards: isCloze ? .cloze(.init(id: 1, name: "", front: "", back: "")) : .templates([]),
            anki: "{}"
        )
        if let flaw = type.flaws(over: base).first { throw .refused(flaw.words) }
        var made = type.type(over: base, id: id)
        if case .cloze(var template) = made.cards {
            template.id = 1
            made.cards = .cloze(template)
        }
        _ = try change(by: author) { writer, recorder, _ in
            try recorder.replace(.noteType(before: nil, after: made), with: writer)
            return "Created card type “\(made.name)”"
        }
        return id
    }

    /// Changes templates, style sheet, fields or name of a note type, and removes the texts of removed fields from its notes.
    package func change(
        _ type: NoteTypeID,
        by author: BrowserNumber?,
        _ edit: (inout NoteTypeDraft) -> Void
    ) throws(LibraryError) {
        guard let base = try types().first(where: { $0.id == type }) else {
            throw .refused("This card type no longer exists.")
        }
        var draft = NoteTypeDraft(stored: base)
        edit(&draft)
        switch try save(draft, over: type, isNew: false, allowsLoss: true, by: author) {
        case .saved: return
        case .refused(let form):
            throw .refused(form.flaws.first?.words ?? "This card type no longer exists.")
        }
    }
}
