internal import Compression
internal import Notes
internal import Storage

/// Which deck here each deck of a collection is.
struct IntakeDecks {
    private var given: [Int64: CollectionDeck] = [:]
    /// In their order.
    private var numbers: [Int64] = []
    private var here: [String: DeckID] = [:]
    private var known: [Int64: DeckID] = [:]
    private var moment = Moment(milliseconds: 0)
    private var made = 0

    init() {}

    init(
        _ decks: [CollectionDeck],
        into around: DeckName?,
        at moment: Moment,
        _ writer: borrowing Writer
    ) throws {
        self.moment = moment
        for deck in try writer.decks() { here[deck.name.key] = deck.id }
        for var deck in decks {
            if let around, let name = DeckName("\(around.text)::\(deck.name.text)") {
                deck.name = name
            }
            given[deck.number] = deck
            numbers.append(deck.number)
        }
    }

    /// Makes the decks that are not there, but for the one that every collection has, used or not; how many.
    mutating func addAll(_ recorder: inout ChangeRecorder, with writer: borrowing Writer) throws -> Int {
        for number in numbers where number != 1 {
            _ = try home(number, &recorder, with: writer)
        }
        return made
    }

    /// Those that are there by now, by their numbers.
    var all: [Int64: DeckID] { known }

    /// The deck of that number, made if it is not there.
    mutating func home(
        _ number: Int64,
        _ recorder: inout ChangeRecorder,
        with writer: borrowing Writer
    ) throws -> DeckID {
        if let deck = known[number] { return deck }
        // One that is not in the collection is the one that every collection has.
        guard let deck = given[number] ?? given[1] ?? CollectionDeck.fallback else {
            preconditionFailure("A word of letters names a deck")
        }
        if let id = here[deck.name.key] {
            known[number] = id
            return id
        }
        var generator = SystemRandomNumberGenerator()
        let id = DeckID(at: moment.milliseconds + Int64(made), using: &generator)
        made += 1
        var new = Deck(id: id, name: deck.name, settings: deck.settings)
        if let file = deck.file {
            let kept = ImportedFileID(at: moment.milliseconds, using: &generator)
            try writer.keep(Gzip.compress(file.bytes, level: 1), as: kept, at: moment)
            new.settings.file = ImportedFile(id: kept, names: file.names)
        }
        try recorder.put(StoredDeck(new, made: moment), with: writer)
        here[deck.name.key] = id
        known[number] = id
        return id
    }
}

extension CollectionDeck {
    fileprivate static let fallback = DeckName("Default").map {
        CollectionDeck(number: 1, name: $0)
    }
}
