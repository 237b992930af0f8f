import Library
import LibraryValues
import Notes
import TestLibrary
import Testing

/// What programs find, and the numbers by which they know it.
struct ConnectedNoteTests {
    private let fresh: FreshLibrary
    private var library: Library { fresh.library }
    private let deck: DeckID
    private let notes: [NoteID]

    init() throws {
        fresh = try FreshLibrary()
        let name = try #require(DeckName("Words::Animals"))
        deck = try fresh.library.makeDeck(named: name, by: nil).deck
        let deck = deck
        fresh.clock.advance(by: 60_000)
        let texts = ["cat", "a cat", "Cat", "a < b", "日本語", "x_y"]
        notes = try fresh.library.add(
            texts.map { text in
                ConnectedDraft(
                    type: NoteType.basicAndReversed.id,
                    deck: deck,
                    values: [1: FieldValue(text), 2: FieldValue("back")],
                    tags: text == "cat" ? [try #require(TagName("pet::small"))] : []
                )
            },
            by: nil
        )
    }

    private func found(_ query: String) throws -> [Int] {
        let here = try library.notes(
            matching: try AnkiQuery("deck:Words (\(query))"),
            timeZoneOffset: 0
        )
        return notes.indices.filter { here.contains(notes[$0]) }
    }

    @Test(
        arguments: [
            ("Front:cat", [0, 2]), ("\"Front:a cat\"", [1]), ("front:CAT", [0, 2]),
            ("cat", [0, 1, 2]),
            ("Front:*cat", [0, 1, 2]), ("Front:日本", []), ("日本", [4]), ("Front:\"a &lt; b\"", [3]),
            ("tag:pet", [0]), ("tag:pet::*", [0]), ("tag:none", [1, 2, 3, 4, 5]),
            ("-cat", [3, 4, 5]),
            ("Front:x\\_y", [5]), ("Front:___", [0, 2, 4, 5]), ("Front:_*", [0, 1, 2, 3, 4, 5]),
            ("Front:", []), ("Nothing:_*", []), ("note:Basic*", [0, 1, 2, 3, 4, 5]),
            ("note:Basic", []),
            ("deck:words::animals", [0, 1, 2, 3, 4, 5]), ("deck:Animals", []), ("is:due", []),
            ("is:new added:1", [0, 1, 2, 3, 4, 5]), ("card:2 cat", [0, 1, 2]), ("card:3", []),
            ("flag:0 Front:cat or 日本", [0, 2, 4]), ("prop:reps=0 tag:pet", [0]), ("rated:1", []),
            ("-(cat or 日本)", [3, 5]), ("back", [0, 1, 2, 3, 4, 5]),
        ] as [(String, [Int])]
    )
    func searchesFindWhatAnkiFinds(_ query: String, _ places: [Int]) throws {
        #expect(try found(query) == places)
    }

    /// Programs send numbers of any size.
    @Test(arguments: [
        "0", "-1", "0.5", "9223372036854775807", "-9223372036854775808", "1e308", "-1e308",
    ])
    func anyNumberIsLookedFor(_ number: String) throws {
        let properties = ["due", "ivl", "reps", "lapses", "ease", "pos", "s", "d"].flatMap { name in
            ["=", "!=", "<", ">="].map { "prop:\(name)\($0)\(number)" }
        }
        let numbers = [
            "card", "added", "edited", "introduced", "rated", "nid", "cid", "did", "mid",
        ]
        for text in properties + numbers.map({ "\($0):\(number)" }) {
            guard let query = try? AnkiQuery(text) else { continue }
            _ = try library.cards(matching: query, timeZoneOffset: 0)
            _ = try library.notes(matching: query, timeZoneOffset: 0)
        }
    }

    /// SQLite takes patterns of 50,000 bytes.
    @Test func textsOfAnyLengthAreLookedFor() throws {
        let text = String(repeating: "a", count: 60_000)
        let draft = ConnectedDraft(
            type: NoteType.basicAndReversed.id,
            deck: deck,
            values: [1: FieldValue(text + "c"), 2: FieldValue("back")],
            tags: []
        )
        let added = try library.add([draft], by: nil)

        for (last, isFound) in [("c", true), ("d", false)] {
            let here = try library.notes(
                matching: try AnkiQuery(text + last),
                timeZoneOffset: 0
            )
            #expect(here.contains(added[0]) == isFound)
        }
    }

    @Test func cardsMeetAllConditionsByThemselves() throws {
        let cards = try library.cards(
            matching: try AnkiQuery("card:1 Front:cat"),
            timeZoneOffset: 0
        )

        #expect(
            Set(cards)
                == [0, 2].reduce(into: []) {
                    $0.insert(CardID(note: notes[$1], face: .template(1)))
                }
        )
    }

    @Test func numbersAscendAndStay() throws {
        let numbers = try library.numbers(ofNotes: notes)

        let inOrder = notes.compactMap { numbers[$0] }
        #expect(inOrder == inOrder.sorted() && Set(inOrder).count == notes.count)
        #expect(try library.numbers(ofNotes: notes.reversed()) == numbers)
        #expect(
            try library.notes(numbered: inOrder)
                == Dictionary(
                    uniqueKeysWithValues: zip(inOrder, notes)
                )
        )
    }

    @Test func aNoteIsKnownByWhenItWasMade() throws {
        let made = try #require(try library.connectedNotes([notes[0]]).first).note.made

        let known = try library.notes(numbered: [made.milliseconds, 5])

        #expect(known == [made.milliseconds: notes[0]])
    }

    @Test func aDeckIsTheNotesOnlyIfAllItsCardsMove() throws {
        let other = try library.makeDeck(named: try #require(DeckName("Other")), by: nil).deck
        let cards = try #require(try library.connectedNotes([notes[0]]).first).cards.map(\.id)

        _ = try library.move([cards[0]], to: other, by: nil)
        let half = try #require(try library.connectedNotes([notes[0]]).first)
        #expect(half.note.deck == deck && half.cards.map(\.deck) == [other, deck])

        _ = try library.move(cards, to: other, by: nil)
        let whole = try #require(try library.connectedNotes([notes[0]]).first)
        #expect(whole.note.deck == other && whole.cards.allSatisfy { $0.marks.deck == nil })
    }

    @Test func replacingAFileCanBeUndone() throws {
        _ = try library.storeMedium([1, 2], named: "a.png", replaces: true, by: nil)
        let change = try library.storeMedium([3], named: "a.png", replaces: true, by: nil)
        #expect(change == "a.png")
        #expect(try library.medium(named: "a.png") == [3])

        _ = try library.undo(try #require(try library.latestChange(by: nil)))

        #expect(try library.medium(named: "a.png") == [1, 2])
        try library.performDailyMaintenance()
        _ = try library.redo(try #require(try library.latestUndone(by: nil)))
        #expect(try library.medium(named: "a.png") == [3])
    }

    @Test func anotherContentGetsAnotherName() throws {
        _ = try library.storeMedium([1], named: "a.png", replaces: false, by: nil)

        let name = try library.storeMedium([2], named: "a.png", replaces: false, by: nil)

        #expect(name.hasPrefix("a-") && name.hasSuffix(".png"))
        #expect(try library.medium(named: "a.png") == [1])
        #expect(try library.storeMedium([2], named: "a.png", replaces: false, by: nil) == name)
    }
}
