import Languages
package import Library
package import LibraryValues
import Notes
package import TestChance

/// Changes of all kinds that a learner can make, chosen at random.
package struct RandomChanges {
    let library: Library

    package init(library: Library) { self.library = library }

    /// Makes a change; nil where it is refused or changes nothing.
    package func next(_ chance: inout SplitMix) throws -> Change? {
        do throws(LibraryError) {
            switch Int.random(in: 0..<18, using: &chance) {
            case 0...2: return try save(nil, &chance)
            case 3...4: return try save(try note(&chance), &chance)
            case 5: return try library.delete([note(&chance), note(&chance)], by: nil)
            case 6: return try restore(&chance)
            case 7...8: return try act(&chance)
            case 9: return try library.makeDeck(named: name(&chance), by: nil).change
            case 10:
                return try library.changeDeck(deck(&chance), to: name(&chance), nil, by: nil)
            case 11...12: return try actOnSome(&chance)
            case 13: return try replace(&chance)
            case 14: return try fill(&chance)
            case 15...16: return try changeType(&chance)
            default: return try changeDeck(&chance)
            }
        } catch .refused {
            return nil
        }
    }

    private func save(_ note: NoteID?, _ chance: inout SplitMix) throws(LibraryError) -> Change? {
        let found: NoteForm?
        if let note {
            found = try library.noteForm(note)
        } else {
            found = try library.newNoteForm()
        }
        guard var form = found else { return nil }
        form.draft.deck = try deck(&chance)
        form.draft.tags = ["", "food", "food Red", "a::b,c"].randomElement(using: &chance) ?? ""
        form.draft.wordType = WordType.allCases.randomElement(using: &chance)
        for field in form.fields {
            form.draft.values[field.id] = NoteDraft.Value(
                Self.texts.randomElement(using: &chance) ?? "",
                pronunciation: Bool.random(using: &chance) ? "said" : ""
            )
        }
        let saving = try library.save(form.draft, as: note, allowsDuplicate: true, by: nil)
        guard case .saved(let change, _) = saving else { return nil }
        return change
    }

    private func act(_ chance: inout SplitMix) throws(LibraryError) -> Change? {
        let actions: [CardAction] = [
            .suspend, .unsuspend, .bury, .flag(0), .flag(3), .reset, .redate(days: 5),
        ]
        let note = try note(&chance)
        let faces: [Face] = [.template(1), Face("en>fi") ?? .map, Face("fi>en") ?? .map]
        guard let action = actions.randomElement(using: &chance),
            let face = faces.randomElement(using: &chance)
        else { return nil }
        return try library.act(
            action,
            on: [CardID(note: note, face: face)],
            by: nil,
            timeZoneOffset: 60
        )
    }

    private func actOnSome(_ chance: inout SplitMix) throws(LibraryError) -> Change? {
        let deck = try deck(&chance)
        let tags = ["food", "FOOD", "red"].compactMap { TagName($0) }
        let tag = tags.randomElement(using: &chance).map { [$0] } ?? []
        let actions: [NoteAction] = [
            .move(to: deck), .tag(tag), .untag(tag), .suspend, .unsuspend, .delete,
        ]
        guard let action = actions.randomElement(using: &chance) else { return nil }
        let some = [try note(&chance), try note(&chance), try note(&chance)]
        return try library.act(action, on: .notes(some), by: nil)
    }

    private func replace(_ chance: inout SplitMix) throws(LibraryError) -> Change? {
        let (find, put, isExpression) =
            [("a", "<b>", false), ("^(.)(.)", "$2$1", true), ("o+", "", true)]
            .randomElement(using: &chance) ?? ("a", "b", false)
        let substitution = Substitution(find: find, replacement: put, isExpression: isExpression)
        let query = ["tag:food", "omena", "deck:\"First questions\""].randomElement(using: &chance)
        return try library.apply(substitution, to: .found(query ?? "omena"), by: nil)
    }

    private func fill(_ chance: inout SplitMix) throws(LibraryError) -> Change? {
        let fields: [FieldID] = [1, 2, 3, .language(.english)]
        let text = Self.texts.randomElement(using: &chance) ?? ""
        var filling = Filling(note: try note(&chance), texts: [:])
        for field in fields { filling.texts[field] = text }
        filling.wordType = WordType.allCases.randomElement(using: &chance)
        return try library.fill([filling], by: nil)
    }

    /// Renames a type, adds or removes a field, creates another type from it, or deletes it.
    private func changeType(_ chance: inout SplitMix) throws(LibraryError) -> Change? {
        let types = try library.noteTypes().map(\.type.id)
        guard let type = types.randomElement(using: &chance) else { return nil }
        let kind = Int.random(in: 0..<5, using: &chance)
        if kind == 0 { return try library.deleteNoteType(type, by: nil) }
        guard var draft = try library.form(of: type, isNew: kind == 1)?.draft else { return nil }
        draft.name = "Kind \(Int.random(in: 0..<99, using: &chance))"
        if kind == 2 { draft.fields.append(NoteTypeDraft.Field(name: draft.name)) }
        if kind == 3, draft.fields.count > 2 { draft.fields.removeLast() }
        let saving = try library.save(
            draft,
            over: type,
            isNew: kind == 1,
            allowsLoss: true,
            by: nil
        )
        guard case .saved(let change) = saving else { return nil }
        return change
    }

    private func restore(_ chance: inout SplitMix) throws(LibraryError) -> Change? {
        let binned = try library.bin(after: nil).notes.map(\.id)
        guard let note = binned.randomElement(using: &chance) else { return nil }
        return try library.restore([note], by: nil)
    }

    private func changeDeck(_ chance: inout SplitMix) throws(LibraryError) -> Change? {
        switch Int.random(in: 0..<4, using: &chance) {
        case 0:
            return try library.deleteDeck(deck(&chance), by: nil)
        case 1:
            return try library.mergeDeck(deck(&chance), into: deck(&chance), by: nil)
        default:
            var settings = DeckSettings()
            settings.newLimit = Int.random(in: 0...20, using: &chance)
            settings.reviewLimit = Int.random(in: 0...9, using: &chance)
            return try library.changeDeck(deck(&chance), to: nil, settings, by: nil)
        }
    }

    private func deck(_ chance: inout SplitMix) throws(LibraryError) -> DeckID {
        guard let deck = try library.decks().randomElement(using: &chance) else {
            throw .refused("There is no deck.")
        }
        return deck.id
    }

    private func note(_ chance: inout SplitMix) throws(LibraryError) -> NoteID {
        let list = try library.notes(matching: "", after: nil)
        guard let note = list.notes.randomElement(using: &chance) else {
            throw .refused("There is no note.")
        }
        return note.id
    }

    private func name(_ chance: inout SplitMix) throws(LibraryError) -> DeckName {
        let levels = (0...Int.random(in: 0...2, using: &chance)).map { _ in
            ["A", "b", "B", "ß"].randomElement(using: &chance) ?? "A"
        }
        guard let name = DeckName(levels.joined(separator: "::")) else {
            throw .refused("That is no name.")
        }
        return name
    }

    private static let texts = [
        "omena", "", " apple ", "<script>alert(1)</script>", "食べる", "\u{202E}rtl", "a\u{0}b",
        "{{c1::gap}}", "'); DROP TABLE note; --", "\"quoted\"", "e\u{301}",
    ]
}
