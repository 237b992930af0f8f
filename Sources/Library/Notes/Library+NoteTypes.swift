internal import Languages
package import LibraryValues
package import Notes
internal import Sodium
internal import Storage

extension Library {
    /// All note types in the order of the menu, each with the number of its notes.
    package func noteTypes() throws(LibraryError) -> [ListedNoteType] {
        try read { reader in
            let counts = try reader.noteCounts()
            return Self.offered(try reader.noteTypes()).map {
                ListedNoteType(type: $0, notes: counts[$0.id]?.shown ?? 0)
            }
        }
    }

    /// The form that edits a note type or, with `isNew`, a copy of it; nil where it does not exist.
    ///
    /// - Parameters:
    ///   - draft: The learner's input so far; defaults to the current type.
    ///   - seen: The version of the type that the draft is based on; defaults to the current one.
    package func form(
        of type: NoteTypeID,
        isNew: Bool,
        draft: NoteTypeDraft? = nil,
        seen: String? = nil
    ) throws(LibraryError) -> NoteTypeForm? {
        try read { reader in
            guard let base = try reader.noteType(type) else { return nil }
            var first = NoteTypeDraft(base)
            if isNew { first.name = say("Copy of \(base.localizedName)") }
            var form = NoteTypeForm(
                base: base,
                isNew: isNew,
                seen: try seen ?? base.version,
                draft: draft ?? first,
                notes: isNew ? 0 : try reader.noteCounts()[type]?.all ?? 0
            )
            form.isUnsaved = draft != nil
            let made = form.draft.type(over: base, id: base.id)
            form.losses = isNew ? [] : try Self.losses(from: base, to: made, with: reader)
            form.samples = try Self.samples(
                of: made,
                note: try reader.latestNote(of: type),
                with: reader
            )
            return form
        }
    }

    /// Saves a note type, and removes the texts of removed fields from its notes, as one change.
    ///
    /// - Parameters:
    ///   - seen: The version that the draft is based on; refused once if the type has changed since.
    ///   - isNew: Whether to create a copy.
    ///   - allowsLoss: Whether notes may lose texts.
    package func save(
        _ draft: NoteTypeDraft,
        over type: NoteTypeID,
        seen: String? = nil,
        isNew: Bool,
        allowsLoss: Bool,
        by browser: BrowserNumber?
    ) throws(LibraryError) -> NoteTypeSaveResult {
        guard var form = try form(of: type, isNew: isNew, draft: draft) else {
            throw LibraryError.refused("This card type no longer exists.")
        }
        form.flaws = draft.flaws(over: form.base)
        if !isNew, let seen, seen != form.seen {
            form.flaws.append((.whole, Self.changedElsewhere))
        }
        let seen = form.base
        guard form.flaws.isEmpty, form.losses.isEmpty || allowsLoss else { return .refused(form) }
        let change = try change(by: browser) { writer, recorder, moment in
            guard let base = try writer.noteType(type) else {
                throw LibraryError.refused("This card type no longer exists.")
            }
            guard !isNew else {
                let id = NoteTypeID(at: moment.milliseconds, using: random)
                let made = draft.type(over: base, id: id)
                try recorder.replace(.noteType(before: nil, after: made), with: writer)
                return "Created card type “\(made.name)”"
            }
            guard base == seen else { throw LibraryError.refused(Self.changedElsewhere) }
            let made = draft.type(
                over: base,
                id: type,
                usedTemplates: try writer.usedTemplates(of: type)
            )
            for field in Self.lostFields(from: base, to: made) {
                try recorder.clear(field.id, of: type, at: moment, with: writer)
            }
            try recorder.replace(.noteType(before: base, after: made), with: writer)
            return base.name == made.name
                ? "Changed card type “\(base.localizedName)”"
                : "Renamed card type “\(base.localizedName)” to “\(made.name)”"
        }
        return .saved(change)
    }

    /// Removes a note type without notes.
    package func deleteNoteType(
        _ type: NoteTypeID,
        by browser: BrowserNumber?
    ) throws(LibraryError) -> Change? {
        try change(by: browser) { writer, recorder, _ in
            guard let known = try writer.noteType(type) else {
                throw LibraryError.refused("This card type no longer exists.")
            }
            guard try writer.noteCounts()[type] == nil else {
                throw LibraryError.refused(
                    "Cards of this type still exist, perhaps in the bin. Delete them first."
                )
            }
            guard !NoteType.builtIn.contains(where: { $0.id == type }) else {
                throw LibraryError.refused("This card type comes with Omena and can’t be deleted.")
            }
            try recorder.replace(.noteType(before: known, after: nil), with: writer)
            return "Deleted card type “\(known.name)”"
        }
    }

    private static var changedElsewhere: Phrase {
        "This card type was changed elsewhere in the meantime. Save again to overwrite that change."
    }

    private static func lostFields(from base: NoteType, to made: NoteType) -> [NoteType.Field] {
        base.fields.filter { field in !made.fields.contains { $0.id == field.id } }
    }

    /// What notes would lose, one line each.
    private static func losses(
        from base: NoteType,
        to made: NoteType,
        with reader: borrowing some Reading & ~Copyable
    ) throws -> [Phrase] {
        let fields = try lostFields(from: base, to: made).compactMap { field -> Phrase? in
            let count = try reader.notes(of: base.id, having: field.id).count
            return count == 0
                ? nil : "\(count) cards lose the content of “\(base.localizedName(of: field))”."
        }
        let gone = base.templates.filter { old in !made.templates.contains { $0.id == old.id } }
        let cards = try gone.compactMap { template -> Phrase? in
            let count = try reader.reviewedCardCount(of: base.id, face: .template(template.id))
            return count == 0
                ? nil
                : "\(count) “\(base.localizedName(of: template))” cards that you already know will no longer be asked."
        }
        return fields + cards
    }

    private static func samples(
        of type: NoteType,
        note: Note?,
        with reader: borrowing some Reading & ~Copyable
    ) throws -> [NoteTypeForm.Sample] {
        let moment = Moment(milliseconds: 0)
        var note =
            note
            ?? Note(
                id: NoteID(rawValue: 1),
                guid: NoteGUID(rawValue: ""),
                type: type.id,
                deck: DeckID(rawValue: 1),
                values: [:],
                made: moment
            )
        for (place, field) in type.fields.enumerated() where note.values[field.id] == nil {
            let isGap = place == 0 && type.isCloze
            let text = isGap ? say("This is a {{c1::gap}}.") : "(\(type.localizedName(of: field)))"
            note.values[field.id] = FieldValue(text)
        }
        let maker = CardGenerator(type)
        return try type.templates.map { template in
            let face = type.isCloze ? maker.faces(of: note).first : .template(template.id)
            var sides = face.flatMap { maker.sides(of: note, face: $0, withMarkup: true) }
            try sides?.showDraft(of: type, with: reader)
            return NoteTypeForm.Sample(
                name: type.localizedName(of: template).description,
                sides: sides
            )
        }
    }
}

package enum NoteTypeSaveResult: Sendable {
    /// It is on disk; without a change where nothing differed.
    case saved(Change?)
    /// Nothing was saved; shows why.
    case refused(NoteTypeForm)
}

extension NoteType {
    /// Identifies the content of the type.
    fileprivate var version: String {
        get throws { Digest(of: try StoredJSON.text(of: self).utf8).description }
    }
}

extension ChangeRecorder {
    /// Removes a field from all notes that have it, including those in the bin.
    fileprivate mutating func clear(
        _ field: FieldID,
        of type: NoteTypeID,
        at moment: Moment,
        with writer: borrowing Writer
    ) throws {
        let gone: FieldValue? = nil
        for id in try writer.notes(of: type, having: field) {
            guard let note = try writer.note(id) else { continue }
            let before = StoredValues([field: note.values[field]], changed: note.changed)
            let after = StoredValues([field: gone], changed: moment)
            try replace(.values(id, before: before, after: after), with: writer)
        }
    }
}
