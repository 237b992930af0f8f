internal import Library
internal import LibraryValues
internal import Notes

extension ConnectAction {
    static let decks: [String: ConnectAction] = [
        "deckNames": ConnectAction { call in
            .list(try call.deckNumbers().map { .string($0.name) })
        },
        "deckNamesAndIds": ConnectAction { call in
            .object(try call.deckNumbers().map { .init($0.name, .integer($0.number)) })
        },
        "deckNameFromId": ConnectAction("deckId") { call in
            let number = try call.parameters.id("deckId")
            guard let deck = try call.deckNumbers().first(where: { $0.number == number }) else {
                throw ConnectError.deck(String(number))
            }
            return .string(deck.name)
        },
        "createDeck": ConnectAction("deck", changes: true) { call in
            let name = try call.parameters.text("deck")
            let id = try call.makeDeck(named: name)
            guard let deck = try call.library.deck(id) else { throw ConnectError.deck(name) }
            return .integer(try call.library.numbers(ofDecks: [deck])[id] ?? 0)
        },
        "changeDeck": ConnectAction("cards", "deck", changes: true) { call in
            let deck = try call.makeDeck(named: try call.parameters.text("deck"))
            let numbers = try call.parameters.ids("cards")
            let known = try call.library.cards(numbered: numbers)
            var cards = Set(known.values)
            // Some programs send numbers of notes, which in Anki often are those of their first cards.
            let others = numbers.filter { known[$0] == nil }
            let notes = try call.notes(others).compactMap(\.self)
            for note in try call.library.connectedNotes(notes) {
                cards.formUnion(note.cards.map(\.id))
            }
            if !cards.isEmpty {
                _ = try call.library.move(Array(cards), to: deck, by: call.author)
            }
            return .null
        },
        "deleteDecks": ConnectAction("decks", "cardsToo", changes: true) { call in
            guard try call.parameters.flag("cardsToo") else {
                throw ConnectError(
                    "Since Anki 2.1.28 it's not possible to delete decks without deleting cards as well"
                )
            }
            for name in try call.parameters.texts("decks") {
                guard let deck = try ConnectCatalog(call.library).deck(named: name) else {
                    continue
                }
                _ = try call.library.deleteDeck(deck.id, by: call.author)
            }
            return .null
        },
        "getDeckStats": ConnectAction("decks") { call in
            let catalog = try ConnectCatalog(call.library)
            let wanted = Set(
                try call.parameters.texts("decks").compactMap { catalog.deck(named: $0)?.id }
            )
            let numbers = try call.library.numbers(ofDecks: catalog.decks)
            let home = try call.library.home(timeZoneOffset: call.offset)
            let sizes = try call.library.deckSizes()
            return .object(
                catalog.decks.compactMap { deck in
                    guard wanted.contains(deck.id), let number = numbers[deck.id],
                        let summary = home.decks.first(where: { $0.id == deck.id })
                    else { return nil }
                    let value: ConnectValue = [
                        "deck_id": .integer(number),
                        "name": .string(deck.name.last),
                        "new_count": .integer(Int64(summary.today.new)),
                        "learn_count": .integer(Int64(summary.today.backLater)),
                        "review_count": .integer(Int64(summary.today.due)),
                        "total_in_deck": .integer(Int64(sizes[deck.id] ?? 0)),
                    ]
                    return .init(String(number), value)
                }
            )
        },
        "getDeckConfig": ConnectAction("deck") { call in
            let catalog = try ConnectCatalog(call.library)
            guard let deck = catalog.deck(named: try call.parameters.text("deck")) else {
                return false
            }
            let settings = try call.library.settings().applying(deck.settings)
            let number = try call.library.numbers(ofDecks: [deck])[deck.id] ?? 0
            return [
                "id": .integer(number),
                "name": .string(deck.name.text),
                "new": ["perDay": .integer(Int64(settings.newLimit))],
                "rev": ["perDay": .integer(Int64(settings.reviewLimit))],
            ]
        },
    ]
}

extension ConnectCall {
    /// All decks by name with their numbers; “Default” is always among them.
    func deckNumbers() throws -> [(name: String, number: Int64)] {
        let decks = try library.decks()
        let numbers = try library.numbers(ofDecks: decks)
        var all = decks.map { (name: $0.name.text, number: numbers[$0.id] ?? 0) }
        if !all.contains(where: { $0.number == Library.defaultDeckNumber }) {
            all.append((Library.defaultDeckName, Library.defaultDeckNumber))
        }
        return all.sorted { $0.name < $1.name }
    }
}
