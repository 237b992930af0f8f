internal import Notes
internal import SQLite

/// Why a change cannot be undone or redone.
package enum ConflictError: Error, Hashable, Sendable {
    /// Something that it changed has been changed since.
    case changed
    /// Something depends on what it added: answers to its cards, or notes in its deck.
    case hasDependents
    /// Another deck has taken the name.
    case nameTaken
    /// The deck of a note no longer exists.
    case deckGone
    /// The type of a note no longer exists.
    case typeGone
    /// The file has to be imported again.
    case importGone
}

extension Writer {
    /// Replaces `before` by `after`; throws `ConflictError` if the library contains something other than `before`.
    package func replace(_ step: UndoStep) throws {
        switch step {
        case .note(let before, let after): try replace(before, with: after)
        case .deck(let before, let after): try replace(before, with: after)
        case .noteType(let before, let after): try replace(before, with: after)
        case .card(let card, let before, let after): try mark(card, from: before, to: after)
        case .values(let note, let before, let after):
            try rewrite(note, from: before, to: after)
        case .cards(let cards, let before, let after):
            for card in cards { try mark(card, from: before, to: after) }
        case .suspension(let notes, let before, let after):
            for note in notes { try suspend(note, from: before, to: after) }
        case .tag(let text, let notes, _, let after):
            guard let tag = TagName(text) else { throw ConflictError.changed }
            for note in notes { try retag(note, tag, isAdded: after) }
        case .bin(let notes, let before, let after):
            for note in notes { try bin(note, from: before, to: after) }
        case .home(let notes, let before, let after):
            for note in notes { try move(note, from: before, to: after) }
        case .added(let notes, _, let kept):
            guard let kept, kept.count == notes.count else { throw ConflictError.changed }
            for note in kept { try replace(nil, with: note) }
        case .takenBack(let notes, let moment, _):
            for note in notes { try remove(note, addedAt: moment) }
        case .imported: throw ConflictError.importGone
        case .importTakenBack(let rows): try removeImported(rows)
        case .parameters(let before, let after):
            guard try storedParameters() == before else { throw ConflictError.changed }
            try setParameters(after)
        case .settings(let before, let after):
            // Newer settings stay.
            if try setting(.study) == before { try restoreStudySettings(after) }
        case .medium(let name, let before, let after):
            guard try mediaHash(named: name) == before?.hash else { throw ConflictError.changed }
            try setMedium(named: name, to: after)
        }
    }

    /// The step with all content that redoing it needs, to be stored before it is undone.
    package func completed(_ step: UndoStep) throws -> UndoStep {
        guard case .added(let notes, let moment, _) = step else { return step }
        let kept = try notes.map { id in
            guard let note = try note(id) else { throw ConflictError.changed }
            return StoredNote(note)
        }
        return .added(notes, at: moment, kept: kept)
    }

    private func setMedium(named name: String, to medium: StoredMedium?) throws {
        guard let medium else { return try removeMedia(named: name) }
        guard let hash = medium.hash else { throw ConflictError.changed }
        try setMedia(named: name, to: hash, size: medium.size, at: Moment(milliseconds: 0))
    }

    /// Deletes a note that has not been changed since it was added.
    private func remove(_ id: NoteID, addedAt moment: Moment) throws {
        let isUnchanged = try connection.hasRow(
            """
            SELECT 1
            FROM note
            WHERE id = :id
            AND changed = :moment
            AND binned IS NULL
            """,
            ["id": id, "moment": moment]
        )
        guard isUnchanged else { throw ConflictError.changed }
        guard try isUntouched(id) else { throw ConflictError.hasDependents }
        try remove(id)
    }

    private func rewrite(
        _ id: NoteID,
        from before: StoredValues,
        to after: StoredValues
    ) throws {
        guard var note = try note(id), note.changed == before.changed,
            before.values.allSatisfy({ note.values[$0.key] == $0.value })
        else { throw ConflictError.changed }
        for (field, value) in after.values { note.values[field] = value }
        try setValues(of: id, to: note, changed: after.changed)
    }

    private func mark(_ card: CardID, from before: CardMarks?, to after: CardMarks?) throws {
        guard try hasMarks(before, on: card) else { throw ConflictError.changed }
        if let after {
            guard try deck(of: card.note) != nil else { throw ConflictError.changed }
            if let deck = after.deck, deck != before?.deck, try !deckExists(deck) {
                throw ConflictError.deckGone
            }
            try setMarks(of: card, to: after)
        } else {
            // If the card has events by now, its row stays without marks.
            try setMarks(of: card, to: CardMarks())
            try removeUnlogged(card)
        }
    }

    /// Adds a tag to a note that lacks it, or removes it from one that has it in this spelling.
    private func retag(_ note: NoteID, _ tag: TagName, isAdded: Bool) throws {
        let count =
            isAdded
            ? try connection.run(
                """
                INSERT INTO note_tag (note, folded_tag, tag)
                SELECT id, :folded_tag, :tag
                FROM note
                WHERE id = :note
                ON CONFLICT DO NOTHING
                """,
                ["note": note, "folded_tag": tag.key, "tag": tag.text]
            )
            : try connection.run(
                """
                DELETE FROM note_tag
                WHERE note = :note
                AND folded_tag = :folded_tag
                AND tag = :tag
                """,
                ["note": note, "folded_tag": tag.key, "tag": tag.text]
            )
        guard count == 1 else { throw ConflictError.changed }
        connection.reportChange(in: "note", note.rawValue)
    }

    /// A card without a row and one without marks are the same to a learner.
    private func hasMarks(_ marks: CardMarks?, on card: CardID) throws -> Bool {
        try (self.marks(of: card) ?? CardMarks()) == marks ?? CardMarks()
    }

    private func replace(_ before: StoredNote?, with after: StoredNote?) throws {
        guard let id = (before ?? after)?.id else { return }
        let found = try note(id).map(StoredNote.init)
        guard found == before else { throw ConflictError.changed }
        if let after {
            guard try after.binned != nil || deckExists(after.deck) else {
                throw ConflictError.deckGone
            }
            guard try exists(ObjectKey(.type, after.note.type.rawValue)) else {
                throw ConflictError.typeGone
            }
            if before == nil {
                // It may have been imported again, or have come from another copy, with another ID.
                guard try note(guid: after.note.guid) == nil else { throw ConflictError.changed }
                try insert(after.note)
            } else {
                try update(after.note)
            }
        } else {
            guard try isUntouched(id) else { throw ConflictError.hasDependents }
            try remove(id)
        }
    }

    private func replace(_ before: NoteType?, with after: NoteType?) throws {
        guard let id = (before ?? after)?.id else { return }
        guard try noteType(id) == before else { throw ConflictError.changed }
        guard let after else {
            guard try !isNeeded(ObjectKey(.type, id.rawValue)) else {
                throw ConflictError.hasDependents
            }
            return try removeNoteType(id)
        }
        try before == nil ? insert(after, at: Moment(milliseconds: 0)) : update(after)
    }

    private func replace(_ before: StoredDeck?, with after: StoredDeck?) throws {
        guard let id = (before ?? after)?.id else { return }
        let found = try storedDeck(id)
        guard found == before else { throw ConflictError.changed }
        if let after {
            guard try isNameFree(of: after) else { throw ConflictError.nameTaken }
            try put(after)
        } else {
            guard try !isNeeded(ObjectKey(.deck, id.rawValue)) else {
                throw ConflictError.hasDependents
            }
            try remove(id)
        }
    }

    private func bin(_ note: NoteID, from before: Moment?, to after: Moment?) throws {
        if after == nil, let deck = try deck(of: note), try !deckExists(deck) {
            throw ConflictError.deckGone
        }
        let count = try connection.run(
            """
            UPDATE note
            SET binned = :after
            WHERE id = :note
            AND binned IS :before
            """,
            ["note": note, "before": before, "after": after]
        )
        guard count == 1 else { throw ConflictError.changed }
    }

    /// A note in the bin may belong to a deck in the bin.
    private func move(_ note: NoteID, from before: DeckID, to after: DeckID) throws {
        let deckExists = try deckExists(after)
        let count = try connection.run(
            """
            UPDATE note
            SET deck = :after
            WHERE id = :note
            AND deck = :before
            AND (binned IS NOT NULL OR :deck_exists = 1)
            """,
            ["note": note, "before": before, "after": after, "deck_exists": deckExists]
        )
        guard count == 1 else { throw deckExists ? ConflictError.changed : .deckGone }
    }
}
