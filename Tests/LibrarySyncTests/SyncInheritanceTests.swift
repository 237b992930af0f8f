import Languages
import LibraryValues
import Notes
import Recall
import SQLite
import TestChance
import TestFolder
import TestLibrary
import Testing

@testable import Library
@testable import Storage

/// What decks inherit from those around them, which other copies create, rename and delete.
struct SyncInheritanceTests {
    private let folder: TemporaryFolder
    private let here: SyncReplica
    private let there: SyncReplica

    init() throws {
        folder = try TemporaryFolder()
        (here, there) = try SyncReplica.pair(in: folder)
    }

    private func syncBoth() throws { try here.sync(with: there) }

    private func makeDeck(
        _ name: String,
        on copy: SyncReplica,
        _ change: (inout DeckSettings) -> Void = { _ in }
    ) throws -> DeckID {
        let deck = try copy.library.makeDeck(named: #require(DeckName(name)), by: nil).deck
        var settings = DeckSettings()
        change(&settings)
        _ = try copy.library.changeDeck(deck, to: nil, settings, by: nil)
        return deck
    }

    private func add(
        _ values: [FieldID: FieldValue],
        _ type: NoteType,
        to deck: DeckID,
        on copy: SyncReplica
    ) throws -> NoteID {
        let draft = ConnectedDraft(type: type.id, deck: deck, values: values, tags: [])
        return try #require(try copy.library.add([draft], by: nil).first)
    }

    /// It has had the retention of the deck around it, which is deleted where its note may be known or not.
    @Test(arguments: [false, true])
    func aCardHasTheScheduleOfTheDecksThatAreNotInTheBin(_ isKnown: Bool) throws {
        let outer = try makeDeck("Outer", on: here) { $0.retention = 0.8 }
        let inner = try makeDeck("Outer::Inner", on: here)
        try syncBoth()
        let values: [FieldID: FieldValue] = [1: FieldValue("front"), 2: FieldValue("back")]
        let note = try add(values, .basic, to: inner, on: there)
        var chance = SplitMix(seed: 1)
        for _ in 0..<4 {
            for copy in [here, there] { copy.clock.advance(by: 5 * 86_400_000) }
            let event = Event(
                id: EventID(at: there.clock.now.milliseconds, using: &chance),
                note: note,
                face: .template(1),
                kind: .review(.good, due: nil),
                moment: there.clock.now,
                offset: 0,
                duration: 1_000,
                mode: .review
            )
            #expect(try there.library.record([event]) == [.stored])
        }
        let card = CardID(note: note, face: .template(1))
        let before = try there.library.card(card)?.state
        if isKnown { try syncBoth() }
        here.clock.advance(by: 60_000)

        _ = try here.library.deleteDeck(outer, by: nil)
        try syncBoth()

        for copy in [here, there] {
            #expect(try copy.library.decks().contains { $0.id == inner } == !isKnown)
            #expect(try copy.library.card(card)?.state != before)
        }
    }

    /// Another copy creates a deck around it, and renames or deletes that without knowing what is inside.
    @Test(arguments: [false, true])
    func aCardIsAskedAsTheDecksAroundItSay(_ isRenamed: Bool) throws {
        let inner = try #require(try here.library.decks().first { $0.name.text == "b::c" }).id
        let values: [FieldID: FieldValue] = [
            .language(.english): FieldValue("one"),
            .language(try #require(LanguageTag("fr"))): FieldValue("un"),
        ]
        let note = try add(values, .languages, to: inner, on: here)
        func hasNew() throws -> [Int?] {
            try [here, there].map { copy in
                try copy.library.database.read { reader in
                    try reader.connection.row(
                        "SELECT has_new FROM note WHERE id = :note",
                        ["note": note]
                    ) { $0.int(0) }
                }
            }
        }
        try syncBoth()
        #expect(try hasNew() == [1, 1])

        let outer = try makeDeck("b", on: there) {
            $0.languageChoice = LanguageChoice("oneToOne:en:fi")
        }
        try syncBoth()
        #expect(try hasNew() == [0, 0])

        let replica = try #require(ReplicaID(String(repeating: "ab", count: 16)))
        here.clock.advance(by: 60_000)
        let stamp = Stamp(clock: Stamp.clock(at: here.clock.now), replica: replica, sequence: 1)
        let key = FactKey(ObjectKey(.deck, outer.rawValue), isRenamed ? "name" : "")
        let name: [String: Value] = ["name": .text("x")]
        _ = try here.merge([Fact(key: key, stamp: stamp, values: isRenamed ? name : nil)])
        try syncBoth()
        #expect(try hasNew() == [1, 1])
    }
}
