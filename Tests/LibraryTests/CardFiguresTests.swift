import LibraryValues
import Notes
import Recall
import Storage
import TestLibrary
import Testing

@testable import Library

/// Several threads count the cards of a library, part by part.
struct CardFiguresTests {
    @Test(arguments: [1, 3, 1_000])
    func partsAddUpToAllCards(ofSize size: Int) throws {
        let fresh = try FreshLibrary()
        let library = fresh.library
        let grades: [Grade] = [.good, .again, .easy]
        let cards = try (0..<24).map { try fresh.cardID($0) }
        for (place, card) in cards.enumerated() {
            let event = Event(
                id: EventID(rawValue: Int64(place + 1)),
                note: card.note,
                face: card.face,
                kind: .review(grades[place % 3], due: nil),
                moment: fresh.clock.now.later(by: Int64(place - 30) * 86_400_000),
                offset: 0,
                duration: 1_000,
                mode: .review
            )
            _ = try library.record([event])
        }

        let day = SearchDay(now: fresh.clock.now, offset: 0, boundary: DayBoundary())
        try library.database.read { reader in
            let found = try reader.cardsInMemory(in: .library, keepsCards: true)
            let kept = try #require(found)
            let model = MemoryModel(try reader.parameters())
            let forgetting = kept.names.decks.map { _ in model.forgetting }
            func figures(_ cards: ArraySlice<StudiedCard>) -> CardFigures {
                var figures = CardFigures(on: day)
                figures.add(cards, kept.names.faces, forgetting)
                figures.finish()
                return figures
            }

            let parts = CardFigures.parts(of: kept.cards, size: size)
            var sum = CardFigures(on: day)
            for part in parts.reversed() { sum.add(figures(part)) }

            #expect(parts.map(\.count).reduce(0, +) == kept.cards.count)
            #expect(parts.count > 1 || size > kept.cards.count)
            for (part, next) in zip(parts, parts.dropFirst()) {
                #expect(part.last?.note != next.first?.note)
            }
            let whole = statistics(figures(kept.cards[...]))
            #expect(statistics(sum) == whole)
            #expect(!whole.retrievability.isEmpty)
        }
    }

    private func statistics(_ figures: CardFigures) -> Statistics {
        var statistics = Statistics(
            scope: nil,
            range: .all,
            today: StatisticsDay(number: 0)
        )
        figures.write(
            into: &statistics,
            unasked: 0,
            suspended: 0,
            suspendedNotes: [],
            notes: 100,
            languages: [("en,fi", 60), ("en,ja", 40)]
        )
        return statistics
    }
}
