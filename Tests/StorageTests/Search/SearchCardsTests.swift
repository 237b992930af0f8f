import Languages
import Notes
import Recall
import SQLite
import Storage
import Testing

/// Conditions on cards, and on notes other than on their texts.
struct SearchCardsTests {
    private let fresh: Fresh

    /// Six notes with two cards each, a to f; the last one's cards have no rows.
    init() throws {
        fresh = try Fresh()
        let fresh = fresh
        let now = Moment.some.milliseconds
        try fresh.database.write { writer in
            for (id, name) in [(2, "Finnish"), (3, "Finnish::Verbs"), (4, "Finnish and more")] {
                let deck = Deck(
                    id: DeckID(rawValue: Int64(id)),
                    name: try #require(DeckName(name))
                )
                try writer.insert(deck, at: .some)
            }
            let decks: [Int64] = [1, 2, 3, 3, 4, 1]
            let tags = ["", "fruit", "fruit::red Sweet", "fruity meat::\u{347}raw", "SWEET", ""]
            let types: [WordType?] = [.noun, .verb, nil, .noun, nil, nil]
            for index in 0..<6 {
                var note = fresh.note(Int64(index + 1), in: DeckID(rawValue: decks[index]))
                note.tags = tags[index].split(separator: " ").compactMap { TagName($0) }
                note.wordType = types[index]
                note.made = Moment(milliseconds: now - Int64(index) * 86_400_000)
                try writer.insert(note)
                guard index < 5 else { continue }
                for face in [Face.template(1), .template(2)] {
                    _ = try writer.insertCard(of: note.id, face: face)
                }
            }
            try writer.connection.execute(
                script: """
                    UPDATE card SET stage = 2, stability = 20, difficulty = 3, due = \(now - 86_400_000),
                        interval = 9, reviews = 4, lapses = 8, last_day = 20831 WHERE note = 1 AND face = '1';
                    UPDATE card SET stage = 3, stability = 1, difficulty = 9, due = \(now + 3 * 86_400_000),
                        interval = 3, reviews = 6, lapses = 1, last_day = 20832 WHERE note = 2 AND face = '1';
                    UPDATE card SET stage = 1, stability = 2, difficulty = 5, due = \(now), interval = 0,
                        reviews = 1, last_day = 20833 WHERE note = 3 AND face = '2';
                    UPDATE card SET is_suspended = 1, flag = 3 WHERE note = 3 AND face = '1';
                    UPDATE card SET stage = 2, stability = 50, difficulty = 2, due = \(now), interval = 30,
                        reviews = 9, buried = \(now + 1000), burial = 1, last_day = 20803
                        WHERE note = 4 AND face = '1';
                    UPDATE card SET flag = 1 WHERE note = 4 AND face = '2';

                    -- A review on each card's last day; then the first card was rescheduled today.
                    INSERT INTO event (card, moment, id, utc_offset, kind, grade, duration, mode)
                        SELECT id, last_day * 86400000 + 43200000, id, 0, 0, 3, 1000, 3
                        FROM card WHERE last_day IS NOT NULL;
                    UPDATE card SET last_day = 20833 WHERE note = 1 AND face = '1';

                    -- A review today, after which the card was reset.
                    INSERT INTO event (card, moment, id, utc_offset, kind, grade, duration, mode)
                        SELECT id, \(now), 900, 0, 0, 3, 1000, 3 FROM card WHERE note = 4 AND face = '2';

                    -- A review today that was undone.
                    INSERT INTO event (card, moment, id, utc_offset, kind, grade, duration, mode, retracted)
                        SELECT id, \(now), 901, 0, 0, 1, 1000, 3, NULL FROM card WHERE note = 2 AND face = '1'
                        UNION ALL
                        SELECT id, \(now), 902, 0, 3, NULL, 0, 3, 901 FROM card WHERE note = 2 AND face = '1';
                    UPDATE card SET reviewed = (
                        SELECT max(moment) FROM standing_event AS event WHERE event.card = card.id AND kind = 0
                    );
                    """
            )
        }
    }

    static let examples: [SearchMeaningTests.Example] = [
        .init("", "abcdef"), .init("deck:Finnish", "bcd"), .init("deck:finnish::verbs", "cd"),
        .init("deck:Fin*", "bcde"), .init("deck:*verbs", "cd"), .init("-deck:finnish", "aef"),
        .init("deck:None", ""), .init("deck:Finnish deck:Questions", ""),
        .init("tag:fruit", "bc"), .init("tag:fruit::red", "c"), .init("tag:fruit*", "bcd"),
        .init("tag:sweet", "ce"), .init("tag:none", "af"), .init("-tag:none", "bcde"),
        .init("tag:fruit -tag:sweet", "b"), .init("tag:*", "bcde"), .init("tag:no", ""),
        .init("tag:meat", "d"),
        .init("type:noun", "ad"), .init("type:none", "cef"), .init("note:basic*", "abcdef"),
        .init("note:Basic", ""),
        .init("is:due", "ac"), .init("is:new", "abcdef"), .init("is:new -is:suspended", "abdef"),
        .init("is:learn", "bc"), .init("is:review", "abd"), .init("is:suspended", "c"),
        .init("is:buried", "d"), .init("is:leech", "a"),
        // One card must meet all conditions.
        .init("is:due is:suspended", ""), .init("flag:1 is:buried", ""),
        .init("flag:1 is:new", "d"),
        .init("-is:new", "abcd"), .init("-is:new -is:due", "bd"),
        .init("flag:3", "c"), .init("flag:0", "abcdef"), .init("-flag:0", "cd"),
        .init("s>10", "ad"), .init("s>10 d<3", "d"), .init("d>=5", "bc"), .init("-s>10", "abcdef"),
        .init("reps>0 -s>10", "bc"), .init("lapses>=1", "ab"), .init("reps=0", "abcdef"),
        .init("reps>3", "abd"),
        .init("due<0", "a"), .init("due=0", "cd"), .init("due<=0", "acd"), .init("due>0", "b"),
        .init("due<3", "acd"), .init("due<3.5", "abcd"), .init("due!=0", "ab"),
        .init("due=0.5", ""), .init("due!=0.5", "abcd"),
        .init("ivl>=9", "ad"), .init("ivl<1", "c"),
        .init("added:1", "a"), .init("added:3", "abc"), .init("rated:1", "c"),
        .init("rated:2", "bc"),
        .init("rated:3", "abc"), .init("rated:40", "abcd"),
        // A new card that has been reviewed is one that was reset.
        .init("rated:1:3 is:new", "d"), .init("rated:1 is:new", ""), .init("is:new s>0", ""),
        .init("is:new is:review", ""), .init("is:new reps<1", "abcdef"),
        .init("deck:finnish is:due", "c"), .init("is:due or tag:fruit", "abc"),
        .init("(is:due or flag:1) front", "acd"), .init("front -(is:due or tag:fruit)", "adef"),
        .init("-is:suspended \"front 3\"", "c"),
    ]

    @Test(arguments: examples) func finds(_ example: SearchMeaningTests.Example) throws {
        let found = try fresh.search(example.query)

        #expect(found.names == example.found)
        #expect(found.total == example.found.count)
        #expect(found.isTotalExact)
    }

    /// If any card is in another deck than its note, decks become conditions on cards.
    @Test(arguments: [
        SearchMeaningTests.Example("deck:Finnish", "abcd"), .init("deck:Questions", "af"),
        .init("deck:Finnish is:due", "ac"), .init("deck:Questions is:due", ""),
        .init("-deck:Finnish", "aef"),
    ])
    func findsCardsInOtherDecks(_ example: SearchMeaningTests.Example) throws {
        try fresh.database.write { writer in
            try writer.connection.execute(
                script: "UPDATE card SET deck = 2 WHERE note = 1 AND face = '1'"
            )
        }

        #expect(try fresh.search(example.query).names == example.found)
    }

    @Test(
        arguments: NoteSort.allCases,
        ["", "front", "is:new", "deck:finnish or deck:questions", "tag:*", "-tag:no"]
    )
    func findsTheSamePageByPage(_ sort: NoteSort, _ query: String) throws {
        let whole = try fresh.search(query, sort: sort)

        var pages: [NoteID] = []
        var after: NoteID?
        repeat {
            let page = try fresh.search(query, sort: sort, limit: 2, after: after)
            #expect(page.total == whole.total)
            pages += page.notes
            after = page.next
        } while after != nil && pages.count < 100
        #expect(pages == whole.notes)
        #expect(whole.next == nil)
    }

    @Test(arguments: [
        ("deck:Nowhere", 0..<12, "deck"), ("a tag:nothing", 2..<13, "tag"), ("a:b", 0..<3, "field"),
        ("note:x", 0..<6, "card type"), ("front …", 6..<7, "letter"),
    ])
    func remarksUnknownNames(_ query: String, _ range: Range<Int>, _ word: String) throws {
        let mistakes = try fresh.search(query).mistakes

        #expect(mistakes.map(\.range) == [range])
        #expect(mistakes.allSatisfy { $0.message.description.contains(word) })
    }
}

extension FoundNotes {
    /// The notes as letters, `a` for the first.
    var names: String {
        String(notes.map { Character(Unicode.Scalar(UInt8(96 + $0.rawValue))) }.sorted())
    }
}
