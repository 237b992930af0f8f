import Library
import Notes
import Recall
import Storage
import Vault

/// One library, and what is done with it.
struct Bench {
    let library: Library
    /// How long its notes took, in milliseconds.
    let writing: Double
    private let cards: [DealtCard]

    init(path: String, key: VaultKey?, notes count: Int) throws {
        try Library.open(at: path, key: key) { now }.close()
        let database = try Database(path: path, in: key?.files(at: path), now: now)
        let start = milliseconds()
        try database.write { writer in
            guard let name = DeckName("Bench") else { preconditionFailure() }
            let deck = Deck(id: DeckID(rawValue: 77), name: name)
            try writer.insert(deck, at: now)
            for index in 0..<count {
                try writer.insert(
                    Note(
                        id: NoteID(rawValue: Int64(index + 1) << 21),
                        guid: NoteGUID(rawValue: "g\(index)"),
                        type: NoteType.basic.id,
                        deck: deck.id,
                        values: [
                            1: FieldValue("word\(index % 997) and some more \(index)"),
                            2: FieldValue("an answer of \(index * 31 % 991) words, or so"),
                        ],
                        made: now
                    )
                )
            }
        }
        writing = milliseconds() - start
        try database.close()
        library = try Library.open(at: path, key: key) { now }
        cards = try library.deal(.browse, Source(deck: "Bench"))?.cards ?? []
    }

    private func answer(_ turn: Int) throws {
        let card = cards[turn * 37 % cards.count]
        let event = Event(
            id: EventID(rawValue: Int64(turn + 1)),
            note: card.note,
            face: card.face,
            kind: .practice(.good),
            moment: now,
            offset: 0,
            duration: 1000,
            mode: .learn
        )
        guard try library.record([event]) == [.stored] else { preconditionFailure() }
    }

    private func search(_ query: String) throws {
        guard try library.search(query, limit: 50).total > 0 else { preconditionFailure() }
    }

    /// What a learner does all day.
    static var works: [(String, (Bench, Int) throws -> Void)] {
        [
            ("answer", { try $0.answer($1) }),
            ("list", { bench, _ in try bench.search("deck:Bench") }),
            ("search", { try $0.search("word\($1 * 13 % 997)") }),
            ("search a beginning", { try $0.search("wor\($1 % 2 == 0 ? "d1" : "d2")") }),
            ("home", { bench, _ in _ = try bench.library.home(timeZoneOffset: 0) }),
        ]
    }
}
