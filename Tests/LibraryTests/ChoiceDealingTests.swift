import Languages
import Library
import LibraryValues
import Notes
import Recall
import Storage
import TestLibrary
import Testing

/// A deck asks only the pairs of its choice of languages; other cards keep their memories.
struct ChoiceDealingTests {
    private let fresh: FreshLibrary
    private let deck = DeckID(rawValue: 1)
    private static let notes: Int64 = 3

    init() throws {
        fresh = try FreshLibrary()
        let (deck, clock) = (deck, fresh.clock)
        let name = try #require(DeckName("Mine"))
        try fresh.reopen { writer in
            try writer.insert(Deck(id: deck, name: name), at: clock.now)
            for number in 1...Self.notes {
                var note = Note.question(number, in: deck)
                note.type = NoteType.languages.id
                note.values = [:]
                for tag in ["en", "fr", "ja"] {
                    note.values[.language(try #require(LanguageTag(tag)))] =
                        FieldValue("\(tag) \(number)")
                }
                try writer.insert(note)
            }
        }
    }

    private func choose(_ choice: String?) throws -> Change? {
        var settings = DeckSettings()
        settings.languageChoiceText = choice
        return try fresh.library.changeDeck(deck, to: nil, settings, by: nil)
    }

    /// Reviews a pair of every note, so that it is due ten days later.
    private func review(_ face: String) throws {
        let events = try (1...Self.notes).map { number in
            Event(
                id: EventID(rawValue: Int64.random(in: 1...Int64.max)),
                note: NoteID(rawValue: number),
                face: try #require(Face(face)),
                kind: .review(.easy, due: nil),
                moment: fresh.clock.now,
                offset: 0,
                duration: 1_000,
                mode: .review
            )
        }
        #expect(try fresh.library.record(events).allSatisfy { $0 == .stored })
        fresh.clock.advance(by: 30 * ReviewLibrary.day)
    }

    private func dealt() throws -> [Face: Int] {
        let cards = try #require(try fresh.library.deal(.review, Source(deck: "Mine"))).cards
        return Dictionary(grouping: cards.filter { $0.state?.stage != .new }, by: \.face)
            .mapValues(\.count)
    }

    @Test func dueCardsOutsideTheChoiceReturnWithIt() throws {
        let face = try #require(Face("fr>ja"))
        _ = try choose("oneToOne:fr:ja")
        try review("fr>ja")
        #expect(try dealt() == [face: 3])
        #expect(try fresh.summary(of: "Mine").today.due == 3)
        let states = try (1...Self.notes).map {
            try fresh.library.facts(of: NoteID(rawValue: $0), face: face)?.card?.state
        }

        let change = try #require(try choose("oneToOne:en:fr"))
        #expect(try dealt() == [:])
        let new = try #require(try fresh.library.deal(.review, Source(deck: "Mine"))).cards
        #expect(new.map(\.face.description) == ["en>fr", "en>fr", "en>fr"])
        #expect(try fresh.summary(of: "Mine").today.due == 0)
        #expect(try fresh.summary(of: "Mine").today.new == 3)
        let found = try fresh.library.cards(
            [CardID(note: NoteID(rawValue: 1), face: face)],
            for: .review
        )
        #expect(found == [nil])

        _ = try fresh.library.undo(change.id)
        #expect(try dealt() == [face: 3])
        #expect(try fresh.summary(of: "Mine").today.due == 3)
        let after = try (1...Self.notes).map {
            try fresh.library.facts(of: NoteID(rawValue: $0), face: face)?.card?.state
        }
        #expect(after == states)
    }

    /// Many due cards outside the choice do not keep those inside it from being dealt.
    @Test func dealsCardsInsideTheChoiceAmongManyOutsideIt() throws {
        _ = try choose("all")
        try review("fr>ja")
        try review("ja>en")

        _ = try choose("allToOne:en")

        #expect(try dealt() == [try #require(Face("ja>en")): 3])
        #expect(try fresh.summary(of: "Mine").today.due == 3)
    }

    @Test func movedNoteFollowsTheChoiceOfItsNewDeck() throws {
        _ = try choose("oneToOne:fr:ja")
        try review("fr>ja")
        let other = try fresh.library.makeDeck(named: try #require(DeckName("Other")), by: nil).deck
        _ = try fresh.library.changeDeck(
            other,
            to: nil,
            DeckSettings(languageChoice: LanguageChoice("oneToOne:en:fr")),
            by: nil
        )

        _ = try fresh.library.act(.move(to: other), on: .notes([NoteID(rawValue: 1)]), by: nil)

        #expect(try fresh.summary(of: "Mine").today.due == 2)
        #expect(try fresh.summary(of: "Other").today.due == 0)
        #expect(
            try fresh.library.deal(.review, Source(deck: "Other"))?.cards.map(\.face.description)
                == ["en>fr"]
        )
    }

    @Test func dealContainsTheChoicesOfItsDecks() throws {
        let texts = try ["oneToOne:fr:ja", "allToOne:en", nil].map { choice in
            _ = try choose(choice)
            return try #require(try fresh.library.deal(.learn, Source(deck: "Mine"))).asks
        }

        #expect(Set(texts).count == 3)
        #expect(texts[2] == "")
    }

    /// The counts of the language picker follow every change of the notes.
    @Test func countsLanguagesAsNotesChange() throws {
        func sets() throws -> [String: Int] {
            let sets = try #require(try fresh.library.languages(of: deck)).sets
            return Dictionary(
                uniqueKeysWithValues: sets.map { set in
                    (set.languages.map(\.text).joined(separator: "+"), set.notes)
                }
            )
        }
        #expect(try sets() == ["en+fr+ja": 3])

        let form = try #require(try fresh.library.noteForm(NoteID(rawValue: 1)))
        var draft = form.draft
        draft.values[.language(try #require(LanguageTag("fi")))] = .init("yksi")
        draft.values[.language(try #require(LanguageTag("ja")))] = .init("")
        _ = try fresh.library.save(draft, as: NoteID(rawValue: 1), by: nil)
        #expect(try sets() == ["en+fi+fr": 1, "en+fr+ja": 2])

        let change = try #require(try fresh.library.delete([NoteID(rawValue: 2)], by: nil))
        #expect(try sets() == ["en+fi+fr": 1, "en+fr+ja": 1])
        _ = try fresh.library.undo(change.id)
        #expect(try sets() == ["en+fi+fr": 1, "en+fr+ja": 2])
        #expect(try fresh.library.check { _ in }.findings == [])
    }

    private static let first = NoteID(rawValue: 1)

    /// The notes that a mode deals; checks that the home page counts as many.
    private func asked(_ mode: Mode) throws -> Set<NoteID> {
        Set(try #require(try fresh.library.deal(mode, Source(deck: "Mine"))).cards.map(\.note))
    }

    /// A suspended word is not asked in pairs that the deck chooses later, nor in a language that it gets later.
    @Test func suspendedNoteStaysSuspendedInLaterPairs() throws {
        let others = Set([NoteID(rawValue: 2), NoteID(rawValue: 3)])
        let later = CardID(note: Self.first, face: try #require(Face("ja>en")))
        _ = try choose("oneToOne:en:fr")
        let change = try #require(
            try fresh.library.act(.suspend, on: .notes([Self.first]), by: nil)
        )
        let form = try #require(try fresh.library.noteForm(Self.first))
        var draft = form.draft
        draft.values[.language(try #require(LanguageTag("fi")))] = .init("yksi")
        let added = try fresh.library.save(draft, as: Self.first, by: nil)

        let choice = try #require(try choose("all"))
        for mode in [Mode.review, .learn, .browse] { #expect(try asked(mode) == others) }
        #expect(try fresh.summary(of: "Mine").today.new == 2)
        #expect(try fresh.library.cards([later], for: .learn) == [nil])
        #expect(try fresh.library.notes(matching: "is:suspended", limit: 9) == [Self.first])

        _ = try fresh.library.undo(choice.id)
        guard case .saved(let saved?, _) = added else { return #expect(Bool(false)) }
        _ = try fresh.library.undo(saved.id)
        _ = try fresh.library.undo(change.id)
        _ = try choose("all")
        #expect(try asked(.review) == others.union([Self.first]))
        #expect(try fresh.summary(of: "Mine").today.new == 3)
    }

    @Test func noteIsUnsuspendedWithItsLastCard() throws {
        _ = try choose("allToOne:en")
        _ = try fresh.library.act(.suspend, on: .notes([Self.first]), by: nil)
        func unsuspend(_ faces: String...) throws {
            let cards = try faces.map { CardID(note: Self.first, face: try #require(Face($0))) }
            _ = try fresh.library.act(.unsuspend, on: cards, by: nil, timeZoneOffset: 0)
        }

        try unsuspend("fr>en")
        #expect(try asked(.review).contains(Self.first))
        _ = try choose("oneToAll:fr")
        let deal = try #require(try fresh.library.deal(.learn, Source(deck: "Mine")))
        #expect(deal.cards.first { $0.note == Self.first }?.face.description == "fr>en")
        _ = try choose("oneToOne:en:ja")
        #expect(try !asked(.learn).contains(Self.first))

        try unsuspend("ja>en")
        #expect(try asked(.learn).contains(Self.first))
    }

    /// A note whose deck asks nothing of it can still be suspended and found.
    @Test func noteThatIsNotAskedCanBeSuspended() throws {
        _ = try choose("oneToOne:de:es")

        _ = try fresh.library.act(.suspend, on: .notes([Self.first]), by: nil)

        #expect(try fresh.library.notes(matching: "is:suspended", limit: 9) == [Self.first])
        _ = try choose("all")
        #expect(try !asked(.learn).contains(Self.first))
        _ = try fresh.library.act(.unsuspend, on: .found("is:suspended"), by: nil)
        #expect(try asked(.learn).contains(Self.first))
    }
}
