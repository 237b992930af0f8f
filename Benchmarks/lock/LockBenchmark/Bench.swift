import Exchange
import Library
import LibraryValues
import Notes
import Recall
import Vault

/// A library and the operations that are timed.
struct Bench {
    let library: Library
    /// The time of importing its notes, in milliseconds.
    let importing: Double
    private let cards: [DealtCard]

    init(path: String, key: VaultKey?, importing table: [UInt8]) throws {
        library = try Library.open(at: path, key: key) { now }
        let start = milliseconds()
        let order = ImportOptions(name: "words.csv", bytes: table, deck: DeckName("Bench"))
        _ = try library.importFile(order, by: nil, opener: .here)
        importing = milliseconds() - start
        cards = try library.deal(.browse, Source(deck: "Bench"))?.cards ?? []
    }

    /// A file of this many notes.
    static func table(of count: Int) -> String {
        (0..<count).reduce(into: "#separator:comma\n#columns:Front,Back\n") { table, index in
            table += "word\(index % 997) and some more \(index),"
            table += "an answer of \(index * 31 % 991) words\n"
        }
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

    /// A learner's everyday operations.
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
