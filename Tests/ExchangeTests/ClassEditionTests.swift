import Exchange
import Foundation
import Languages
import Library
import LibraryValues
import Notes
import Recall
import TestFolder
import TestLibrary
import Testing

/// A teacher's deck goes to a learner in editions, each merged with what the learner made of the one before.
struct ClassEditionTests {
    private let folder: TemporaryFolder
    private let teacher: Library
    private let learner: Library
    private let deck: DeckID
    private let publication: Int64 = 7

    private struct Published {
        let taken: TakenEdition
        let file: PackFile
    }

    init() throws {
        folder = try TemporaryFolder()
        let clock = TickingClock()
        teacher = try Library.openNew(at: folder.path("teacher.omena")) { clock.next }
        learner = try Library.openNew(at: folder.path("learner.omena")) { clock.next }
        deck = try teacher.makeDeck(named: Self.name("School::Finnish"), by: nil).deck
        for word in ["apple", "pear", "plum", "fig"] { try add(word, to: teacher, deck) }
    }

    private static func name(_ text: String) throws -> DeckName { try #require(DeckName(text)) }

    // MARK: - Notes

    @discardableResult
    private func add(_ word: String, to library: Library, _ deck: DeckID) throws -> NoteID {
        let draft = NoteDraft(
            type: NoteType.basic.id,
            deck: deck,
            values: [.number(1): .init(word), .number(2): .init("\(word) in Finnish")]
        )
        guard case .saved(_, let note) = try library.save(draft, by: nil) else {
            throw CocoaError(.fileWriteUnknown)
        }
        return note
    }

    /// The one note that a text stands in, perhaps in the bin.
    private func note(_ word: String, in library: Library) throws -> Note? {
        try all(in: library).first { $0.text(of: .number(1)) == word }
    }

    private func all(in library: Library) throws -> [Note] {
        try library.decks().flatMap { deck in
            try library.notes(of: NoteType.basic.id, in: deck.name) ?? []
        }
    }

    private func words(in library: Library, _ deck: String = "Finnish 1") throws -> [String] {
        try (library.notes(of: NoteType.basic.id, in: Self.name(deck)) ?? [])
            .map { $0.text(of: .number(1)) }.sorted()
    }

    private func edit(
        _ word: String,
        in library: Library,
        _ change: (inout NoteDraft) -> Void
    ) throws {
        let note = try #require(try note(word, in: library))
        let form = try #require(try library.noteForm(note.id))
        var draft = form.draft
        change(&draft)
        guard
            case .saved = try library.save(
                draft,
                as: note.id,
                seen: form.seen,
                allowsDuplicate: true,
                by: nil
            )
        else {
            Issue.record("“\(word)” could not be saved.")
            return
        }
    }

    private func delete(_ word: String, in library: Library) throws {
        _ = try library.delete([try #require(try note(word, in: library)).id], by: nil)
    }

    // MARK: - Editions

    private func publish(_ number: Int) throws -> Published {
        let name = try #require(try teacher.deck(deck)).name
        let pack = try teacher.classPack(of: name)
        let path = folder.path("\(number).json")
        try Data(pack.bytes).write(to: URL(filePath: path))
        var media: [String: MediaHash] = [:]
        try teacher.exportMedia(pack.mediaNames) { name, bytes in
            media[name] = try teacher.putMedia(bytes, named: name)
        }
        return Published(
            taken: TakenEdition(publication: publication, number: number, pack: "\(number)"),
            file: PackFile(path: path, media: media)
        )
    }

    @discardableResult
    private func take(_ edition: Published, after before: Published?) throws -> ImportReport {
        let held = try learner.classDecks()[publication]
        let teacher = teacher
        let batch = try edition.file.batch(
            into: try held?.name ?? learner.freeDeckName(for: Self.name("Finnish 1")),
            named: "Finnish 1",
            taking: edition.taken,
            after: before?.file,
            opener: .throughMessages,
            lacking: try learner.lacking(edition.file.media)
        ) { hash, _ in try teacher.media(hash) }
        return try learner.importNotes(of: batch, by: nil)
    }

    // MARK: - Tests

    @Test func firstEditionBringsTheDeckUnderTheClassName() throws {
        let inside = try teacher.makeDeck(named: Self.name("School::Finnish::More"), by: nil).deck
        try add("quince", to: teacher, inside)
        let edition = try publish(1)

        let report = try take(edition, after: nil)

        #expect(report.added == 5)
        #expect(try words(in: learner) == ["apple", "fig", "pear", "plum"])
        #expect(try words(in: learner, "Finnish 1::More") == ["quince"])
        #expect(try learner.decks().allSatisfy { !$0.name.text.hasPrefix("School") })
        #expect(try learner.classDecks()[publication]?.settings.edition == edition.taken)
        let ids = try (all(in: teacher).map(\.id), all(in: learner).map(\.id))
        #expect(Set(ids.0) == Set(ids.1))
    }

    @Test func packHasNothingOfTheTeachersProgress() throws {
        let card = try #require(
            try teacher.deal(
                .review,
                Source(deck: "School::Finnish"),
                timeZoneOffset: 0
            )?.cards.first
        )
        let before = try teacher.classPack(of: Self.name("School::Finnish")).bytes
        _ = try teacher.record([
            Event(
                id: EventID(rawValue: 1 << 40),
                note: card.note,
                face: card.face,
                kind: .review(.good, due: nil),
                moment: teacher.moment,
                offset: 0,
                duration: 1_000,
                mode: .review
            )
        ])

        #expect(try teacher.classPack(of: Self.name("School::Finnish")).bytes == before)
    }

    @Test func bothSidesKeepTheirChanges() throws {
        let first = try publish(1)
        try take(first, after: nil)
        // The learner's.
        try edit("apple", in: learner) { $0.values[.number(2)] = .init("omena") }
        try edit("pear", in: learner) { $0.tags = "mine" }
        try delete("plum", in: learner)
        let own = try #require(try learner.classDecks()[publication]).id
        try add("cherry", to: learner, own)
        // The teacher's.
        try edit("apple", in: teacher) { $0.values[.number(2)] = .init("(die) Omena") }
        try edit("pear", in: teacher) { draft in
            draft.values[.number(2)] = .init("päärynä")
            draft.tags = "fruit"
        }
        try edit("plum", in: teacher) { $0.values[.number(2)] = .init("luumu") }
        try delete("fig", in: teacher)
        try add("grape", to: teacher, deck)

        let report = try take(try publish(2), after: first)

        #expect(try words(in: learner) == ["apple", "cherry", "grape", "pear"])
        #expect(try note("apple", in: learner)?.text(of: .number(2)) == "omena")
        let pear = try #require(try note("pear", in: learner))
        #expect(pear.text(of: .number(2)) == "päärynä")
        #expect(Set(pear.tags.map(\.text)) == ["mine", "fruit"])
        #expect(report.added == 1)
        #expect(report.updated == 1)
        #expect(report.removed == 1)
        #expect(report.conflicts == 1)
    }

    @Test func removedNoteStaysWhereTheLearnerChangedIt() throws {
        let first = try publish(1)
        try take(first, after: nil)
        try edit("fig", in: learner) { $0.values[.number(2)] = .init("viikuna") }
        try delete("fig", in: teacher)
        try delete("plum", in: teacher)
        let second = try publish(2)

        let report = try take(second, after: first)

        #expect(report.removed == 1)
        #expect(try words(in: learner) == ["apple", "fig", "pear"])
        #expect(try take(try publish(3), after: second).removed == 0)
    }

    @Test func deletedNoteDoesNotComeBackOnceTheBinIsEmpty() throws {
        let first = try publish(1)
        try take(first, after: nil)
        try delete("plum", in: learner)
        _ = try learner.emptyBin()
        try edit("plum", in: teacher) { $0.values[.number(2)] = .init("luumu") }

        try take(try publish(2), after: first)

        #expect(try words(in: learner) == ["apple", "fig", "pear"])
    }

    @Test func oneUndoRevertsAnEdition() throws {
        let first = try publish(1)
        try take(first, after: nil)
        let before = try all(in: learner)
        try edit("apple", in: teacher) { $0.values[.number(2)] = .init("omena") }
        try delete("fig", in: teacher)
        try add("grape", to: teacher, deck)
        let second = try publish(2)
        let change = try #require(try take(second, after: first).change)

        _ = try learner.undo(change.id)

        #expect(try Set(all(in: learner)) == Set(before))
        #expect(try learner.classDecks()[publication]?.settings.edition == first.taken)
        try take(second, after: first)
        #expect(try words(in: learner) == ["apple", "grape", "pear", "plum"])
        #expect(try note("apple", in: learner)?.text(of: .number(2)) == "omena")
    }

    @Test func undoingTheFirstEditionRemovesTheDeck() throws {
        let change = try #require(try take(try publish(1), after: nil).change)

        _ = try learner.undo(change.id)

        #expect(try learner.classDecks().isEmpty)
        #expect(try note("apple", in: learner) == nil)
    }

    @Test func renamedDeckIsFoundAndMovedNotesFollow() throws {
        let first = try publish(1)
        try take(first, after: nil)
        let held = try #require(try learner.classDecks()[publication])
        let inside = try teacher.makeDeck(named: Self.name("School::Finnish::More"), by: nil).deck
        let moved = try ["apple", "fig"].map { try #require(try note($0, in: teacher)).id }
        _ = try teacher.act(.move(to: inside), on: .notes(moved), by: nil)
        // The learner has put one elsewhere already.
        let other = try learner.makeDeck(named: Self.name("Mine"), by: nil).deck
        let fig = try #require(try note("fig", in: learner)).id
        _ = try learner.act(.move(to: other), on: .notes([fig]), by: nil)
        _ = try learner.changeDeck(held.id, to: Self.name("Suomi"), nil, by: nil)

        try take(try publish(2), after: first)

        #expect(try words(in: learner, "Suomi") == ["pear", "plum"])
        #expect(try words(in: learner, "Suomi::More") == ["apple"])
        #expect(try words(in: learner, "Mine") == ["fig"])
    }

    @Test func ownDeckOfTheSameNameIsLeftAlone() throws {
        let own = try learner.makeDeck(named: Self.name("Finnish 1"), by: nil).deck
        try add("cherry", to: learner, own)

        try take(try publish(1), after: nil)

        #expect(try words(in: learner) == ["cherry"])
        #expect(try words(in: learner, "Finnish 1 2") == ["apple", "fig", "pear", "plum"])
    }

    @Test func ownDeckOfTheLongestNameIsLeftAlone() throws {
        let longest = String(repeating: "x", count: DeckName.maximumLength)
        _ = try learner.makeDeck(named: Self.name(longest), by: nil)

        let free = try learner.freeDeckName(for: Self.name(longest))

        #expect(free.text == longest.dropLast(2) + " 2")
    }

    @Test func starterCardsThatTheLearnerChangedStay() throws {
        let query = "deck:\"First questions\""
        let questions = try teacher.notes(matching: query, limit: 100)
        _ = try teacher.act(.move(to: deck), on: .notes(questions), by: nil)
        let (mine, untouched) = (questions[0], questions[1])
        func text(_ id: NoteID, in library: Library) throws -> String {
            try #require(try library.noteForm(id)).draft.values[.number(2)]?.text ?? ""
        }
        func write(_ text: String, _ id: NoteID, in library: Library) throws {
            let form = try #require(try library.noteForm(id))
            var draft = form.draft
            draft.values[.number(2)] = .init(text)
            _ = try library.save(draft, as: id, seen: form.seen, allowsDuplicate: true, by: nil)
        }
        try write("mine", mine, in: learner)
        for id in [mine, untouched] { try write("the teacher’s", id, in: teacher) }

        try take(try publish(1), after: nil)

        #expect(try text(mine, in: learner) == "mine")
        #expect(try text(untouched, in: learner) == "the teacher’s")
        // What the learner never changed is found where the class has it.
        let questionsLeft = try learner.notes(matching: query, limit: 100)
        #expect(questionsLeft == [mine])
        let moved = try learner.notes(matching: "deck:\"Finnish 1\"", limit: 100)
        #expect(moved.count == questions.count - 1 + 4)
    }

    @Test func noteTypeOfTheClassChangesWithIt() throws {
        var draft = try #require(try teacher.form(of: NoteType.basic.id, isNew: true)).draft
        draft.name = "School card"
        guard
            case .saved(_) = try teacher.save(
                draft,
                over: NoteType.basic.id,
                isNew: true,
                allowsLoss: false,
                by: nil
            )
        else { throw CocoaError(.fileWriteUnknown) }
        let type = try #require(try teacher.noteTypes().first { $0.type.name == "School card" })
            .type
        let note = NoteDraft(
            type: type.id,
            deck: deck,
            values: [type.fields[0].id: .init("quince"), type.fields[1].id: .init("kvitteni")]
        )
        _ = try teacher.save(note, by: nil)
        let first = try publish(1)
        try take(first, after: nil)
        draft = try #require(try teacher.form(of: type.id, isNew: false)).draft
        draft.fields[0].name = "Word"
        draft.fields.append(.init(name: "Hint"))
        draft.templates[0].front = "{{Word}} {{Hint}}"
        draft.templates[0].back = "{{FrontSide}} {{Back}}"
        guard
            case .saved(_) = try teacher.save(
                draft,
                over: type.id,
                isNew: false,
                allowsLoss: false,
                by: nil
            )
        else { throw CocoaError(.fileWriteUnknown) }

        try take(try publish(2), after: first)

        let types = try learner.noteTypes().filter { $0.type.name == "School card" }
        #expect(types.count == 1)
        #expect(types.first?.type.fields.map(\.name) == ["Word", "Back", "Hint"])
        #expect(types.first?.notes == 1)
    }

    @Test func noteTypeThatTheLearnerChangedGainsFieldsAndLosesNothing() throws {
        let first = try publish(1)
        try take(first, after: nil)
        var mine = try #require(try learner.form(of: NoteType.basic.id, isNew: false)).draft
        mine.css = ".card { color: red }"
        mine.fields.append(.init(name: "Mine"))
        _ = try learner.save(
            mine,
            over: NoteType.basic.id,
            isNew: false,
            allowsLoss: false,
            by: nil
        )
        func field(_ name: String, in library: Library) throws -> FieldID {
            let types = try library.noteTypes().map(\.type)
            let type = try #require(types.first { $0.id == NoteType.basic.id })
            return try #require(type.fields.first { $0.name == name }).id
        }
        let mineField = try field("Mine", in: learner)
        try edit("apple", in: learner) { $0.values[mineField] = .init("my hint") }
        var draft = try #require(try teacher.form(of: NoteType.basic.id, isNew: false)).draft
        draft.fields[1].name = "Answer"
        draft.fields.append(.init(name: "Hint"))
        _ = try teacher.save(
            draft,
            over: NoteType.basic.id,
            isNew: false,
            allowsLoss: false,
            by: nil
        )
        let hint = try field("Hint", in: teacher)
        try edit("apple", in: teacher) { $0.values[hint] = .init("the teacher’s hint") }

        try take(try publish(2), after: first)

        let type = try #require(
            try learner.noteTypes().first { $0.type.id == NoteType.basic.id }
        ).type
        #expect(type.css == ".card { color: red }")
        #expect(type.fields.map(\.name) == ["Front", "Back", "Mine", "Hint"])
        let apple = try #require(try note("apple", in: learner))
        #expect(apple.text(of: .number(2)) == "apple in Finnish")
        #expect(apple.text(of: mineField) == "my hint")
        #expect(apple.text(of: try field("Hint", in: learner)) == "the teacher’s hint")
    }

    @Test(arguments: [false, true])
    func editionsGoOnAfterAFieldIsRenamed(byLearner: Bool) throws {
        let first = try publish(1)
        try take(first, after: nil)
        let library = byLearner ? learner : teacher
        var draft = try #require(try library.form(of: NoteType.basic.id, isNew: false)).draft
        draft.fields[0].name = "Word"
        draft.templates[0].name = "Question"
        draft.templates[0].front = "{{Word}}"
        let outcome = try library.save(
            draft,
            over: NoteType.basic.id,
            isNew: false,
            allowsLoss: false,
            by: nil
        )
        guard case .saved = outcome else { throw CocoaError(.fileWriteUnknown) }
        let count = try learner.noteTypes().count
        var before = first
        for number in 2...4 {
            try edit("apple", in: teacher) { $0.values[.number(2)] = .init("\(number)") }
            if number == 4 { try delete("fig", in: teacher) }

            let edition = try publish(number)
            let report = try take(edition, after: before)

            #expect(report.conflicts == 0 && report.leftAlone == 0)
            #expect(try note("apple", in: learner)?.text(of: .number(2)) == "\(number)")
            before = edition
        }
        #expect(try words(in: learner) == ["apple", "pear", "plum"])
        #expect(try learner.noteTypes().count == count)
    }

    @Test func deletedDeckComesBackWhenItIsTakenAgain() throws {
        let first = try publish(1)
        try take(first, after: nil)
        try edit("apple", in: learner) { $0.values[.number(2)] = .init("mine") }
        let held = try #require(try learner.classDecks()[publication])
        _ = try learner.deleteDeck(held.id, by: nil)
        #expect(try learner.classDecks().isEmpty)

        try take(first, after: nil)

        #expect(try words(in: learner) == ["apple", "fig", "pear", "plum"])
        #expect(try note("apple", in: learner)?.text(of: .number(2)) == "apple in Finnish")
    }

    @Test func changedPictureReplacesTheOldOne() throws {
        func add(_ content: UInt8) throws {
            _ = try teacher.putMedia([0x89, 0x50, 0x4E, 0x47, content], named: "apple.png")
        }
        try add(1)
        try edit("apple", in: teacher) { $0.values[.number(2)] = .init("<img src=\"apple.png\">") }
        let first = try publish(1)
        try take(first, after: nil)
        let before = try #require(try note("apple", in: learner)).text(of: .number(2))
        try add(2)

        let report = try take(try publish(2), after: first)

        let after = try #require(try note("apple", in: learner)).text(of: .number(2))
        #expect(before == "<img src=\"apple.png\">")
        #expect(after != before)
        #expect(report.updated == 1)
        #expect(report.conflicts == 0)
    }

    @Test func refusesAFileThatIsNoPack() throws {
        let path = folder.path("1.json")
        try Data("{\"format\":\"omena\",\"version\":1}".utf8).write(to: URL(filePath: path))
        let taken = TakenEdition(publication: publication, number: 1, pack: "1")
        let file = Published(taken: taken, file: PackFile(path: path, media: [:]))

        #expect(throws: ExchangeError.self) { try take(file, after: nil) }
        #expect(try learner.classDecks().isEmpty)
    }
}
