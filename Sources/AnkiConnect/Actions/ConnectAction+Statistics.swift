internal import Library
internal import LibraryValues
internal import Notes

extension ConnectAction {
    static let statistics: [String: ConnectAction] = [
        "getNumCardsReviewedToday": ConnectAction { call in
            .integer(Int64(try call.library.reviewCounts(timeZoneOffset: call.offset).today))
        },
        "getNumCardsReviewedByDay": ConnectAction { call in
            .list(
                try call.library.reviewCounts(timeZoneOffset: call.offset).byDay.map { day in
                    [
                        .string(CivilDate(dayNumber: day.day).description),
                        .integer(Int64(day.count)),
                    ]
                }
            )
        },
        "getReviewsOfCards": ConnectAction("cards") { call in
            let numbers = Set(try call.parameters.ids("cards")).sorted()
            let ids = try call.cards(numbers)
            let reviews = try call.library.reviews(of: ids.compactMap(\.self))
            return .object(
                zip(ids, numbers).map { id, number in
                    let rows = id.flatMap { reviews[$0] } ?? []
                    var moments = UniqueMoments()
                    return .init(
                        String(number),
                        .list(
                            rows.map { row in
                                [
                                    "id": .integer(moments.next(row.moment)),
                                    "usn": -1,
                                    "ease": .integer(Int64(row.button)),
                                    "ivl": .integer(Int64(row.interval)),
                                    "lastIvl": .integer(Int64(row.intervalBefore)),
                                    "factor": 2_500,
                                    "time": .integer(Int64(row.duration)),
                                    "type": .integer(Int64(row.kind.rawValue)),
                                ]
                            }
                        )
                    )
                }
            )
        },
        "cardReviews": ConnectAction("deck", "startID") { call in
            let start = try call.parameters.id("startID")
            return .list(
                try rows(inDeck: try call.parameters.text("deck"), call)
                    .filter { $0.id > start }
                    .map { row in
                        [
                            .integer(row.id), .integer(row.card), -1,
                            .integer(Int64(row.review.button)),
                            .integer(Int64(row.review.interval)),
                            .integer(Int64(row.review.intervalBefore)), 2_500,
                            .integer(Int64(row.review.duration)),
                            .integer(Int64(row.review.kind.rawValue)),
                        ]
                    }
            )
        },
        "getLatestReviewID": ConnectAction("deck") { call in
            let rows = try rows(inDeck: try call.parameters.text("deck"), call)
            return .integer(rows.last?.id ?? 0)
        },
        "getCollectionStatsHTML": ConnectAction("wholeCollection") { _ in
            "<p>Omena shows its statistics on its own page, under Statistics.</p>"
        },
    ]

    private struct LogRow {
        let id: Int64
        let card: Int64
        let review: ConnectedReview
    }

    /// The log of the cards in a deck, without decks inside it, in the order of time.
    private static func rows(inDeck name: String, _ call: ConnectCall) throws -> [LogRow] {
        guard let deck = try ConnectCatalog(call.library).deck(named: name) else {
            throw ConnectError.deck(name)
        }
        let cards = try call.library.cards(inDeck: deck.id)
        let reviews = try call.library.reviews(of: cards).values.joined()
            .sorted { $0.moment < $1.moment }
        let numbers = try call.library.numbers(ofCards: Array(Set(reviews.map(\.card))))
        var moments = UniqueMoments()
        return reviews.map {
            LogRow(id: moments.next($0.moment), card: numbers[$0.card] ?? 0, review: $0)
        }
    }
}

/// Moments as numbers, each of which occurs once.
private struct UniqueMoments {
    private var last: Int64 = 0

    mutating func next(_ moment: Moment) -> Int64 {
        last = max(moment.milliseconds, last + 1)
        return last
    }
}
