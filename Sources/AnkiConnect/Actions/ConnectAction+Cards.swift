internal import Library
internal import LibraryValues
internal import Notes

extension ConnectAction {
    static let cards: [String: ConnectAction] = [
        "findCards": ConnectAction("query") { call in
            guard call.parameters["query"] != nil else { return [] }
            return .list(try call.foundCards(try call.parameters.text("query")))
        },
        "cardsToNotes": ConnectAction("cards") { call in
            let cards = try call.cards(try call.parameters.ids("cards")).compactMap(\.self)
            let numbers = try call.library.numbers(ofNotes: Array(Set(cards.map(\.note))))
            return .list(numbers.values.sorted().map { .integer($0) })
        },
        "cardsInfo": ConnectAction("cards") { call in
            let numbers = try call.parameters.ids("cards")
            return try call.information(ofCards: try call.cards(numbers), numbers)
        },
        "cardsModTime": ConnectAction("cards") { call in
            let numbers = try call.parameters.ids("cards")
            let ids = try call.cards(numbers)
            let known = try call.connectedCards(ids)
            return .list(
                zip(ids, numbers).map { id, number in
                    guard let (card, note) = id.flatMap({ known[$0] }) else { return [:] }
                    return [
                        "cardId": .integer(number),
                        "mod": .integer(card.modified(note) / 1_000),
                    ]
                }
            )
        },
        "getDecks": ConnectAction("cards") { call in
            let numbers = try call.parameters.ids("cards")
            let ids = try call.cards(numbers)
            let known = try call.connectedCards(ids)
            let names = Dictionary(
                try call.library.decks().map { ($0.id, $0.name.text) },
                uniquingKeysWith: { first, _ in first }
            )
            var decks: [String: [Int64]] = [:]
            for (id, number) in zip(ids, numbers) {
                guard let id, let card = known[id]?.card, let name = names[card.deck] else {
                    continue
                }
                decks[name, default: []].append(number)
            }
            return .object(
                decks.sorted { $0.key < $1.key }.map { name, cards in
                    .init(name, .list(cards.map { .integer($0) }))
                }
            )
        },
        "suspend": ConnectAction("cards", "suspend", changes: true) { call in
            let isSuspended = try call.parameters.flag("suspend", default: true)
            return .boolean(try suspend(call, isSuspended))
        },
        "unsuspend": ConnectAction("cards", changes: true) { call in
            .boolean(try suspend(call, false))
        },
        "suspended": ConnectAction("card") { call in
            let number = try call.parameters.id("card")
            guard let id = try call.cards([number])[0],
                let card = try call.connectedCards([id])[id]?.card
            else { throw ConnectError.card(number) }
            return .boolean(card.marks.isSuspended)
        },
        "areSuspended": ConnectAction("cards") { call in
            try call.perCard { $0.map { .boolean($0.marks.isSuspended) } ?? .null }
        },
        "areDue": ConnectAction("cards") { call in
            let days = try AnkiDays(call)
            return try call.perCard { .boolean($0.map { days.isDue($0) } ?? false) }
        },
        "getEaseFactors": ConnectAction("cards") { call in
            try call.perCard { $0.map { .integer($0.factor) } ?? .null }
        },
        // Intervals follow from the memory of each card, so there is nothing to set.
        "setEaseFactors": ConnectAction("cards", "easeFactors") { call in
            try call.perCard { _ in false }
        },
        "setDueDate": ConnectAction("cards", "days", changes: true) { call in
            try setDueDate(call)
            return true
        },
    ]

    /// Suspends or unsuspends cards; false where all of them were so already.
    private static func suspend(_ call: ConnectCall, _ isSuspended: Bool) throws -> Bool {
        let numbers = try call.parameters.ids("cards")
        let ids = try call.cards(numbers)
        let known = try call.connectedCards(ids)
        for (id, number) in zip(ids, numbers) where id.flatMap({ known[$0] }) == nil {
            throw ConnectError.card(number)
        }
        let changed = Set(ids.compactMap(\.self)).filter {
            known[$0]?.card.marks.isSuspended != isSuspended
        }
        try call.act(isSuspended ? .suspend : .unsuspend, on: changed)
        return !changed.isEmpty
    }

    /// `0`, `5`, `3-7` (a random day for each card), each perhaps with `!`, which sets the interval in Anki.
    private static func setDueDate(_ call: ConnectCall) throws {
        let text: String
        switch try call.parameters.value("days") {
        case .integer(let days): text = String(days)
        case let value: text = value.text ?? ""
        }
        let parts = text.filter { $0 != "!" && !$0.isWhitespace }
            .split(separator: "-").map { Int($0) }
        guard let first = parts.first.flatMap(\.self), let last = parts.last.flatMap(\.self),
            parts.count <= 2, first <= last, CardAction.days.contains(last)
        else { throw ConnectError("invalid date: \(text.prefix(40))") }
        let ids = try call.cards(try call.parameters.ids("cards"))
        let cards = Set(try call.connectedCards(ids).keys)
        let days = Dictionary(grouping: cards) { _ in Int.random(in: first...last) }
        for (days, cards) in days { try call.act(.redate(days: days), on: Set(cards)) }
    }
}

extension ConnectCall {
    /// The numbers of the cards that a search finds, in ascending order.
    func foundCards(_ text: String) throws -> [ConnectValue] {
        let found = try library.cards(matching: try query(text), timeZoneOffset: offset)
        let numbers = try library.numbers(ofCards: found)
        return found.compactMap { numbers[$0] }.sorted().map { .integer($0) }
    }

    /// A list with a value for each card of the parameter `cards`; nil stands for one that does not exist.
    func perCard(_ value: (ConnectedCard?) -> ConnectValue) throws -> ConnectValue {
        let ids = try cards(try parameters.ids("cards"))
        let known = try connectedCards(ids)
        return .list(ids.map { value($0.flatMap { known[$0]?.card }) })
    }

    /// Applies an action to cards, a thousand at a time.
    func act(_ action: CardAction, on cards: Set<CardID>) throws {
        let sorted = cards.sorted {
            ($0.note, $0.face.description) < ($1.note, $1.face.description)
        }
        for start in stride(from: 0, to: sorted.count, by: Library.largestAction) {
            let part = sorted[start..<min(start + Library.largestAction, sorted.count)]
            _ = try library.act(action, on: Array(part), by: author, timeZoneOffset: offset)
        }
    }
}
