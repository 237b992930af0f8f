import Foundation
import Languages
import LibraryValues
import Notes
import Recall
import TestChance
import TestLibrary
import Testing

@testable import Library
@testable import Storage

/// Cards that are kept in memory are those that the library contains.
struct StudiedCardTests {
    private static let isSoaking = ProcessInfo.processInfo.environment["OMENA_SOAK"] != nil
    private static let histories: UInt64 = isSoaking ? 400 : 8

    @Test(arguments: 0..<4 as Range<UInt64>)
    func keepsWhatTheLibraryContainsThroughARandomHistory(_ part: UInt64) throws {
        for seed in 0..<Self.histories / 4 {
            var chance = SplitMix(seed: seed * 4 + part)
            let fresh = try FreshLibrary()
            var answers: Int64 = 0
            for step in 0..<40 {
                if Int.random(in: 0..<3, using: &chance) == 0 {
                    _ = try RandomChanges(library: fresh.library).next(&chance)
                } else {
                    try answer(fresh, &answers, &chance)
                }
                try fresh.library.database.read { reader in
                    let place = "history \(seed * 4 + part), step \(step)"
                    try #expect(reader.keptCards() == reader.storedCards(), "\(place)")
                }
            }
            let sources = try sources(in: fresh.library, &chance)
            let kept = try sources.map { try fresh.library.statistics(of: $0, timeZoneOffset: 0) }
            #expect(kept.allSatisfy { $0?.retrievability.isEmpty == false })
            try fresh.library.releaseMemory()
            let anew = try sources.map { try fresh.library.statistics(of: $0, timeZoneOffset: 0) }
            #expect(kept == anew)
        }
    }

    /// The library, its decks, and some cards.
    private func sources(in library: Library, _ chance: inout SplitMix) throws -> [Source?] {
        let studied = Source(query: "reviews>0")
        let decks = try library.decks().map { Source(deck: $0.name.text) }.filter { deck in
            try library.statistics(of: deck, timeZoneOffset: 0)?.retrievability.isEmpty == false
        }
        return [nil, studied] + decks
    }

    private func answer(
        _ fresh: FreshLibrary,
        _ answers: inout Int64,
        _ chance: inout SplitMix
    ) throws {
        guard let deck = try fresh.library.decks().randomElement(using: &chance),
            let deal = try fresh.library.deal(
                .review,
                Source(deck: deck.name.text),
                seed: chance.next()
            )
        else { return }
        for card in deal.cards.prefix(Int.random(in: 1...5, using: &chance)) {
            answers += 1
            let grade = Grade.allCases.randomElement(using: &chance) ?? .good
            let event = Event(
                id: EventID(rawValue: answers),
                note: card.note,
                face: card.face,
                kind: .review(grade, due: nil),
                moment: fresh.clock.now,
                offset: 0,
                duration: 1_000,
                mode: .review
            )
            _ = try fresh.library.record([event])
            fresh.clock.advance(by: Int64.random(in: 1_000..<90_000_000, using: &chance))
        }
    }
}

/// A card with its names instead of their places.
private struct NamedCard: Hashable {
    let deck: DeckID
    let face: String?
    let rest: [String]

    init(_ card: StudiedCard, _ names: StudiedCardNames) {
        deck = names.decks[Int(card.deck)]
        face = card.face < 0 ? nil : names.faces[Int(card.face)]
        rest = [
            "\(card.note)", "\(card.stage)", "\(card.interval)", "\(card.lapses)",
            String(describing: card.due), String(describing: card.reviewed),
            String(describing: card.buried), String(describing: card.memory),
        ]
    }
}

extension Reader {
    fileprivate func keptCards() throws -> [NoteID: Set<NamedCard>] {
        var cards: [NoteID: Set<NamedCard>] = [:]
        var last: NoteID?
        try forEachStudiedCards(in: .library, keepsCards: true) { some, names in
            for card in some {
                if let last { #expect(last <= card.note) }
                last = card.note
                #expect(cards[card.note, default: []].insert(NamedCard(card, names)).inserted)
            }
        }
        #expect(try studiedCards?.cards(for: self, canRead: false) != nil)
        return cards
    }

    fileprivate func storedCards() throws -> [NoteID: Set<NamedCard>] {
        var cards: [NoteID: Set<NamedCard>] = [:]
        var names = StudiedCardNames()
        try addFaces(to: &names)
        try forEachStoredCard(in: .library, &names) { card, names in
            cards[card.note, default: []].insert(NamedCard(card, names))
        }
        return cards
    }
}
