import Foundation
import LibraryValues
import Notes
import SQLite
import TestFolder
import TestLibrary
import Testing

@testable import Library
@testable import Storage

/// Pages that only a program that is not Omena writes, from a peer that may change everything a learner can.
struct HostilePageTests {
    private let folder: TemporaryFolder
    private let here: SyncReplica
    private let there: SyncReplica
    private let replica: ReplicaID

    init() throws {
        folder = try TemporaryFolder()
        (here, there) = try SyncReplica.pair(in: folder)
        replica = try #require(ReplicaID(String(repeating: "ab", count: 16)))
    }

    private func stamp(_ sequence: Int64) -> Stamp {
        Stamp(clock: Stamp.clock(at: here.clock.now), replica: replica, sequence: sequence)
    }

    private func page(_ facts: [Fact], claiming vector: SyncVector) -> [UInt8] {
        var encoder = FactEncoder()
        for fact in facts { encoder.add(fact) }
        return SyncPageContent(
            library: here.library.identity.id,
            page: FactPage(after: SyncVector(), vector: vector, held: vector, facts: [])
        ).bytes(with: encoder)
    }

    private func merge(_ facts: [Fact], claiming vector: SyncVector) throws {
        _ = try here.merge(page(facts, claiming: vector), from: there)
    }

    private func merge(_ facts: [Fact]) throws {
        let last = facts.map(\.stamp.sequence).max() ?? 0
        try merge(facts, claiming: SyncVector([replica: last]))
    }

    private func deck(_ number: Int64, _ name: String, _ sequence: Int64) -> Fact {
        let moment = Value.integer(here.clock.now.milliseconds)
        return Fact(
            key: FactKey(ObjectKey(.deck, number)),
            stamp: stamp(sequence),
            values: ["name": .text(name), "made": moment, "changed": moment]
        )
    }

    /// Whether a good page is still merged after that, and both copies agree.
    private func expectThatSyncGoesOn() throws {
        _ = try there.library.makeDeck(named: #require(DeckName("Good")), by: nil)
        for (sender, receiver) in [(there, here), (here, there)] {
            let vector = try receiver.vector(toldTo: sender)
            guard let page = try sender.library.syncPage(after: vector) else { continue }
            _ = try receiver.merge(page.bytes, from: sender)
        }
        #expect(try here.library.decks().contains { $0.name.text == "Good" })
        #expect(try here.content() == there.content())
        #expect(try here.library.check().findings.isEmpty)
    }

    @Test(arguments: [Int64.min, -1, 0, SyncVector.range.upperBound + 1, .max])
    func aSequenceThatNobodyCountsToIsRefused(_ sequence: Int64) throws {
        let before = try here.library.syncState()

        #expect(throws: LibraryError.self) {
            try merge([deck(5, "Bad", sequence)], claiming: SyncVector([replica: sequence]))
        }
        #expect(throws: LibraryError.self) {
            try merge([deck(5, "Bad", sequence)], claiming: SyncVector([replica: 9]))
        }

        #expect(try here.library.syncState() == before)
        try expectThatSyncGoesOn()
    }

    @Test func aSequenceOfTwoFactsIsRefused() throws {
        let before = try here.content()

        #expect(throws: LibraryError.self) {
            try merge([deck(5, "One", 1), deck(6, "Two", 1)])
        }

        #expect(try here.content() == before)
        try expectThatSyncGoesOn()
    }

    /// A library with more could no longer say what it holds.
    @Test func moreReplicasThanAVectorHasAreRefused() throws {
        var random = RandomSource.system
        func vector(toHave count: Int) throws -> SyncVector {
            var vector = try here.library.syncState().vector
            while vector.sequences.count < count { vector[ReplicaID(using: &random)] = 1 }
            return vector
        }
        // The two copies themselves are added later.
        try merge([], claiming: vector(toHave: SyncVector.mergedCount - 2))
        let before = try here.library.syncState()
        let tooMany = try vector(toHave: SyncVector.mergedCount + 1)

        #expect(throws: LibraryError.tooManyReplicas) { try merge([], claiming: tooMany) }

        #expect(try here.library.syncState() == before)
        try expectThatSyncGoesOn()
    }

    @Test func aLibraryThatKnowsAsManyReplicasAsItMayBecomesANewOne() throws {
        try expectThatSyncGoesOn()
        var random = RandomSource.system
        var vector = try here.library.syncState().vector
        while vector.sequences.count < SyncVector.mergedCount {
            vector[ReplicaID(using: &random)] = 1
        }
        try merge([], claiming: vector)

        try here.library.database.write { try $0.markReplaced() }
        _ = try here.library.makeDeck(named: #require(DeckName("New")), by: nil)

        let held = try here.library.syncState().vector
        #expect(held.sequences.count > SyncVector.mergedCount)
        let bytes = try JSONEncoder().encode(held)
        #expect(try JSONDecoder().decode(SyncVector.self, from: bytes) == held)
        _ = try there.library.makeDeck(named: #require(DeckName("Later")), by: nil)
        let told = try here.vector(toldTo: there)
        let page = try #require(try there.library.syncPage(after: told))
        _ = try here.merge(page.bytes, from: there)
        #expect(try here.library.decks().contains { $0.name.text == "Later" })
    }

    @Test func objectsThatAreOneInACircleEndSomewhere() throws {
        let pairs: [(Int64, Int64)] = [(5, 6), (6, 5), (6, 7), (7, 5), (7, 7), (5, 5)]
        let facts = pairs.enumerated().map { index, pair in
            Fact(
                key: FactKey(ObjectKey(.deck, pair.0), Fact.mergedPart),
                stamp: stamp(Int64(index) + 1),
                values: [Fact.mergedPart: .integer(pair.1)]
            )
        }

        try merge(facts)
        try merge([deck(7, "Once", Int64(facts.count) + 1)])

        let decks = try here.library.decks().filter { $0.name.text == "Once" }
        #expect(decks.map(\.id.rawValue) == [5])
        try expectThatSyncGoesOn()
    }

    /// Each is decided once: trying every later one again would double the work with each fact.
    @Test func manyFactsAboutANoteWaitForItsDeck() throws {
        let moment = Value.integer(here.clock.now.milliseconds)
        let text = Value.text(try StoredJSON.text(of: FieldValue("text")))
        let facts = (1...64).map { number in
            Fact(
                key: FactKey(ObjectKey(.note, 8)),
                stamp: stamp(number),
                values: [
                    "guid": .text("note \(number)"), "type": .integer(NoteType.basic.id.rawValue),
                    "deck": .integer(5), "made": moment, "changed": moment,
                    "field 1": text, "field 2": text, "card 1": .integer(1),
                ]
            )
        }
        func guid() throws -> String? {
            try here.library.database.read { try $0.note(NoteID(rawValue: 8))?.guid.rawValue }
        }

        try merge(facts)
        #expect(try guid() == nil)
        try merge([deck(5, "Late", 65)])

        #expect(try guid() == "note 64")
        try expectThatSyncGoesOn()
    }

    /// Whoever could replace an opening would have the facts of its replica told again.
    @Test func anOpeningOfAnotherReplicaChangesNothing() throws {
        for name in ["One", "Two"] {
            _ = try here.library.makeDeck(named: #require(DeckName(name)), by: nil)
            try here.library.close()
            try here.open()
        }
        let before = try here.library.syncState()
        let openings = try #require(before.openings)
        #expect(openings[before.replica] > 0)
        let keys = try here.library.database.read { reader in
            try reader.connection.rows("SELECT object, part FROM parked WHERE kind = 'opening'") {
                FactKey(ObjectKey(Fact.opening, $0.value(0)), $0.text(1))
            }
        }

        try merge(
            keys.enumerated().map { index, key in
                Fact(key: key, stamp: stamp(Int64(index) + 1), values: ["id": .integer(1)])
            }
        )

        #expect(try here.library.syncState().openings == openings)
        try expectThatSyncGoesOn()
    }

    @Test func whatNoVersionWritesIsNotValid() throws {
        let first = try #require(try here.library.notes(matching: "", after: nil).notes.first)
        let note = ObjectKey(.note, first.id.rawValue)
        let moment = Value.integer(here.clock.now.milliseconds)
        let times = ["made": moment, "changed": moment]
        func medium(_ name: String, _ digest: Int, _ size: Int64) -> Fact {
            let values: [String: Value] = [
                "digest": .blob(Array(repeating: 1, count: digest)), "size": .integer(size),
                "made": moment,
            ]
            let key = FactKey(ObjectKey(SyncKind.medium.rawValue, .text(name)))
            return Fact(key: key, stamp: stamp(1), values: values)
        }
        func fact(_ object: ObjectKey, _ part: String, _ values: [String: Value]?) -> Fact {
            Fact(key: FactKey(object, part), stamp: stamp(1), values: values)
        }
        func overwritten(_ name: String) -> Fact {
            let key = ObjectKey(SyncKind.overwritten.rawValue, .text(name))
            return fact(key, "", ["value": .text("a"), "moment": moment])
        }
        let basic = try StoredJSON.text(of: NoteType.basic)
        let facts: [Fact] = [
            deck(5, "", 1), deck(0, "Zero", 1), deck(-5, "Negative", 1), deck(5, " spaces ", 1),
            medium("", 32, 1), medium(String(repeating: "a", count: 1_001), 32, 1),
            medium("a.png", 31, 1), medium("a.png", 32, -1),
            // The definition of another type.
            fact(ObjectKey(.type, 5), "", times.merging(["definition": .text(basic)]) { $1 }),
            fact(note, "", times),
            fact(note, "deck", ["deck": .integer(-1)]),
            fact(note, "type", ["deck": .integer(1)]),
            fact(note, "field 1", nil),
            fact(note, "field 99999999999999999999", ["field 99999999999999999999": .text("{}")]),
            fact(note, "place", ["place": .text("91 0")]),
            fact(note, "card ", ["card ": .integer(1)]),
            fact(note, "card 1 burial", ["card 1 burial": .text("")]),
            fact(note, Fact.mergedPart, [Fact.mergedPart: note.id]),
            overwritten("1 x note 1 field 1"), overwritten(""),
            fact(ObjectKey("setting", .text("study")), "", nil),
            fact(ObjectKey(.setting, 1), "", ["value": .text("1")]),
        ]

        for fact in facts { #expect(!fact.isValid, "\(fact.key)") }
        #expect(deck(5, "Deck", 1).isValid && medium("a.png", 32, 1).isValid)
    }

    @Test func textThatIsNoUnicodeIsNoText() {
        for bytes in [[2, 0xC3, 0x28], [1, 0xFF], [3, 0xED, 0xA0, 0x80]] as [[UInt8]] {
            var decoder = FactDecoder(bytes)
            #expect(throws: FactDecoder.Flaw.self) { try decoder.text() }
        }
    }

    @Test func aPageThatUnpacksToMoreThanItsSizeAllowsIsRefused() {
        let text = String(repeating: "a", count: 65 << 20)
        let note = FactKey(ObjectKey(.note, 1), "field 1")
        let fact = Fact(key: note, stamp: stamp(1), values: ["field 1": .text(text)])
        let bytes = page([fact], claiming: SyncVector([replica: 1]))
        #expect(bytes.count < SyncPage.maximumSize)

        #expect(throws: SyncPageContent.Flaw.self) { try SyncPageContent(reading: bytes) }
        #expect(throws: SyncPageContent.Flaw.self) {
            try SyncPageContent(reading: [UInt8](repeating: 0, count: SyncPage.maximumSize + 1))
        }
    }
}
