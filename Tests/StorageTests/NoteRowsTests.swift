import Languages
import Notes
import Recall
import SQLite
import Storage
import Testing

struct NoteRowsTests {
    private let fresh: Fresh

    init() throws { fresh = try Fresh() }

    @Test func keepsEverythingThatANoteHolds() throws {
        let japanese = try #require(LanguageTag("ja"))
        var note = fresh.note(7)
        note.values[.language(japanese)] = FieldValue(
            "日本 \u{1F34F} \0 \"quoted\"",
            pronunciation: "nihon",
            origin: .generated,
            state: "new",
            extras: "{\"b\":1,\"a\":2}"
        )
        note.tags = try ["Zebra", "apple::red"].map { try #require(TagName($0)) }
        note.wordType = .phrase
        note.place = Place(latitude: 60.17, longitude: -0.000_1)
        note.changed = Moment(milliseconds: 5)
        note.binned = Moment(milliseconds: 6)
        let written = note

        try fresh.database.write { try $0.insert(written) }

        note.tags.sort { $0.key < $1.key }
        #expect(try fresh.database.read { try $0.note(written.id) } == note)
    }

    @Test func keepsDecksAndTypes() throws {
        var deck = Deck(id: DeckID(rawValue: 2), name: try #require(DeckName("Ääni::ß")))
        deck.settings.languageChoiceText = "something newer"
        let written = deck

        try fresh.database.write { writer in
            try writer.insert(written, at: .some)
            for type in NoteType.builtIn where type.id != NoteType.basicAndReversed.id {
                try writer.insert(type, at: .some)
            }
        }

        #expect(try fresh.database.read { try $0.decks() } == [fresh.deck, deck])
        let types = try fresh.database.read { try $0.noteTypes() }
        #expect(Set(types.values) == Set(NoteType.builtIn))
    }

    @Test func allowsNoTwoDecksThatDifferInCaseAlone() throws {
        let twin = Deck(id: DeckID(rawValue: 2), name: try #require(DeckName("QUESTIONS")))

        #expect(throws: StorageError.self) {
            try fresh.database.write { try $0.insert(twin, at: .some) }
        }
    }

    @Test func givesNotesInTheOrderAskedFor() throws {
        try fresh.database.write { writer in
            for (id, age) in [(1, 30), (2, 10), (3, 20)] as [(Int64, Int64)] {
                var note = fresh.note(id)
                note.made = Moment(milliseconds: age)
                try writer.insert(note)
            }
            for (id, moment) in [(2, 500), (3, 400)] as [(Int64, Int64)] {
                let card = try writer.insertCard(of: NoteID(rawValue: id), face: .template(1))
                let event = Event.answer(id, of: NoteID(rawValue: id), .good, at: moment)
                #expect(try writer.append(event, of: card))
                try writer.refreshAnswers(of: [card])
            }
        }

        func notes(_ order: NoteOrder, limit: Int) throws -> [Int64] {
            try fresh.database.read { reader in
                try reader.notes(in: .deck(fresh.deck.id), order: order, limit: limit)
                    .map(\.note.rawValue)
            }
        }

        #expect(try notes(.made, limit: 9) == [2, 3, 1])
        #expect(try notes(.made, limit: 2) == [2, 3])
        #expect(try notes(.longestUnanswered, limit: 9) == [1, 3, 2])
    }

    @Test func saysWhichColumnCannotBeRead() throws {
        try fresh.database.write { writer in
            try writer.insert(fresh.note(1))
            try writer.connection.run("UPDATE note SET fields = '[broken'")
        }

        let error = #expect(throws: StorageError.self) {
            try fresh.database.read { try $0.note(NoteID(rawValue: 1)) }
        }

        #expect(error == .damaged("note.fields holds something unreadable"))
    }
}
