package import Notes
internal import Recall
internal import SQLite

extension Reading where Self: ~Copyable {
    /// The numbers of a few thousand cards; nil after the last batch.
    ///
    /// - Parameter number: The number of the batch, counted from 0.
    func cardBatch(_ number: Int) throws -> ClosedRange<CardNumber>? {
        let size = 4_096
        let first = Int64(clamping: number * size + 1)
        let last = try connection.row("SELECT max(id) FROM card") { $0.int64(0) } ?? 0
        guard first <= last else { return nil }
        return CardNumber(rawValue: first)...CardNumber(rawValue: first + Int64(clamping: size) - 1)
    }

    func forEachCardBatch(_ body: (ClosedRange<CardNumber>) throws -> Void) throws {
        var number = 0
        while let cards = try cardBatch(number) {
            try body(cards)
            number += 1
        }
    }

    /// The cards of a batch; nil after the last one.
    package func cards(inBatch number: Int) throws -> [Card]? {
        guard let cards = try cardBatch(number) else { return nil }
        return try connection.rows(
            """
            SELECT *
            FROM kept_card
            WHERE id BETWEEN :first AND :last
            """,
            ["first": cards.lowerBound, "last": cards.upperBound]
        ) { try Card($0) }
    }

    /// The events on which a card's state may depend: all except practice, in order.
    func stateEvents(of card: CardNumber) throws -> [CardEvent] {
        try connection.rows(
            """
            SELECT id, moment, utc_offset, kind, grade, due, reviews, retracted, state
            FROM event
            WHERE card = :card
            AND kind <> 1
            ORDER BY moment, id
            """,
            ["card": card]
        ) { try CardEvent($0) }
    }

    func stateEvents(
        of cards: ClosedRange<CardNumber>
    ) throws -> [CardNumber: [CardEvent]] {
        var events: [CardNumber: [CardEvent]] = [:]
        try connection.forEach(
            """
            SELECT id, moment, utc_offset, kind, grade, due, reviews, retracted, state, card
            FROM event
            WHERE card BETWEEN :first AND :last
            AND kind <> 1
            ORDER BY card, moment, id
            """,
            ["first": cards.lowerBound, "last": cards.upperBound]
        ) { events[CardNumber(rawValue: $0.int64(9)), default: []].append(try CardEvent($0)) }
        return events
    }

    func storedCards(_ cards: ClosedRange<CardNumber>) throws -> [StoredCard] {
        try connection.rows(
            """
            SELECT card.id, card.note, card.face, coalesce(card.deck, note.deck),
                stage, step, stability, difficulty, due, interval, reviews, lapses, last_review, last_day,
                note.binned IS NOT NULL, card.reviewed
            FROM card
            JOIN note ON note.id = card.note
            WHERE card.id BETWEEN :first AND :last
            """,
            ["first": cards.lowerBound, "last": cards.upperBound]
        ) { try StoredCard($0) }
    }
}

/// The stored state of a card, with its deck.
struct StoredCard {
    let card: CardNumber
    let id: CardID
    let deck: DeckID
    let state: CardState
    let isBinned: Bool
    /// The moment of its latest review.
    let reviewed: Int64?

    init(_ row: borrowing Row) throws {
        card = CardNumber(rawValue: row.int64(0))
        id = CardID(note: row.id(1), face: try row.face(2))
        deck = row.id(3)
        state = try CardState(row, from: 4)
        isBinned = row.bool(14)
        reviewed = row.int64OrNil(15)
    }
}
