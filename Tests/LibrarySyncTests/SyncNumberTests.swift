import LibraryValues
import Notes
import Recall
import SQLite
import TestFolder
import TestLibrary
import Testing

@testable import Library
@testable import Storage

/// Whatever number another copy of the library sends, nothing traps: neither merging it nor anything later.
struct SyncNumberTests {
    private let folder: TemporaryFolder
    private let here: SyncReplica
    private let there: SyncReplica

    init() throws {
        folder = try TemporaryFolder()
        (here, there) = try SyncReplica.pair(in: folder)
    }

    /// Facts of many kinds, as they are sent.
    private func facts() throws -> [Fact] {
        let notes = try here.library.notes(matching: "", after: nil).notes.map(\.id)
        let now = here.clock.now
        let events = notes.enumerated().map { index, note in
            Event(
                id: EventID(rawValue: Int64(index) + 1),
                note: note,
                face: .template(1),
                kind: .review(.good, due: now, reviews: 0),
                moment: now,
                offset: 60,
                duration: 1_000,
                mode: .review
            )
        }
        #expect(Set(try here.library.record(events)) == [.stored])
        let card = CardID(note: notes[0], face: .template(1))
        _ = try here.library.act(.flag(3), on: [card], by: nil, timeZoneOffset: 0)
        try here.library.changeSettings { $0.newLimit = 7 }
        let page = try #require(try here.library.syncPage(after: SyncVector()))
        return try SyncPageContent(reading: page.bytes).page.facts
    }

    /// The fact with one of its numbers replaced, once for each.
    private static func variants(of fact: Fact, with number: Int64) -> [Fact] {
        var variants: [Fact] = []
        if case .integer = fact.key.object.id {
            var variant = fact
            variant.key.object.id = .integer(number)
            variants.append(variant)
        }
        for (part, value) in fact.values ?? [:] {
            var variant = fact
            switch value {
            case .integer: variant.values?[part] = .integer(number)
            case .real: variant.values?[part] = .real(Double(number))
            case .text(let text) where text.contains(where: \.isNumber):
                variant.values?[part] = .text(text.replacing(/[0-9]+/, with: "\(number)"))
            default: continue
            }
            variants.append(variant)
        }
        return variants
    }

    /// A page with a fact that a replica of its own wrote last, so that each is merged whatever became of the others.
    private func page(with fact: Fact, number: Int) throws -> [UInt8] {
        let bytes = withUnsafeBytes(of: Int64(number).bigEndian) { Array($0) }
        let replica = try #require(ReplicaID(bytes: [UInt8](repeating: 9, count: 8) + bytes))
        var fact = fact
        fact.stamp = Stamp(clock: fact.stamp.clock + 1, replica: replica, sequence: 1)
        var encoder = FactEncoder()
        encoder.add(fact)
        let vector = SyncVector([replica: 1])
        let page = FactPage(after: SyncVector(), vector: vector, held: vector, facts: [])
        return SyncPageContent(library: there.library.identity.id, page: page).bytes(with: encoder)
    }

    /// What is refused otherwise is refused because of its number.
    @Test func factsOfAllKindsAreMergedAsTheyAre() throws {
        let facts = try facts().filter { !$0.isOpening }
        let kinds = Set(facts.map(\.key.object.kind))
        #expect(kinds.isSuperset(of: ["type", "deck", "note", "event", "setting"]))
        for (index, fact) in facts.enumerated() {
            let outcome = try there.merge(page(with: fact, number: index), from: here)
            #expect(outcome.facts == 1, "\(fact.key)")
            #expect(outcome.parked == 0, "\(fact.key)")
        }
    }

    @Test(arguments: [0, 1, -1, .max, .min, 1 << 31, -1 << 31, 1 << 53] as [Int64])
    func everyNumberOfAFactMayBeAnything(_ number: Int64) throws {
        let variants = try facts().flatMap { Self.variants(of: $0, with: number) }
        #expect(variants.count > 20)

        var merged = 0
        for (index, fact) in variants.enumerated() {
            let page = try page(with: fact, number: index)
            if (try? there.merge(page, from: here)) != nil { merged += 1 }
        }

        #expect(merged > 0)
        let library = there.library
        _ = try library.home(timeZoneOffset: 0)
        _ = try library.statistics(range: .all, timeZoneOffset: 0)
        for mode in Mode.allCases {
            _ = try library.deal(mode, Source(deck: "A"), timeZoneOffset: 0)
        }
        _ = try library.check()
    }
}
