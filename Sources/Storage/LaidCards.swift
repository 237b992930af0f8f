internal import Notes
internal import Recall
internal import SQLite

/// What the indexes hold that deal cards, as long as memory may hold it: SQLite would take four times as long to sort them.
struct LaidCards {
    /// A card's columns in these indexes.
    struct Entry {
        var number: Int64
        var note: Int64
        var deck: Int64?
        var due: Int64?
        var stage: Int
        var stability: Double?
        var difficulty: Double?
        var lastDay: Int64?
        var buried: Int64?
        var reviewed: Int64?
    }

    static let indexes = ["card_by_due", "card_by_load", "card_by_last_day"]
    private static let most = 500_000

    private var entries: [Entry] = []
    private(set) var areTooMany = false

    mutating func add(_ entry: Entry) {
        guard entry.due != nil || entry.lastDay != nil, !areTooMany else { return }
        entries.append(entry)
        guard entries.count > Self.most else { return }
        areTooMany = true
        entries = []
    }

    /// Lays them down in the order of their columns, in which nothing comes before all else.
    func lay(in file: LaidFile) throws {
        let byDue = entries.filter { $0.deck != nil && $0.due != nil }.sorted { left, right in
            let one = (left.deck.rank, left.due.rank, left.note, left.stage)
            let other = (right.deck.rank, right.due.rank, right.note, right.stage)
            guard one == other else { return one < other }
            return (
                left.stability.rank, left.difficulty.rank, left.lastDay.rank, left.buried.rank,
                left.number
            ) < (
                right.stability.rank, right.difficulty.rank, right.lastDay.rank, right.buried.rank,
                right.number
            )
        }
        try lay(byDue, in: file.tree("card_by_due")) { entry, row in
            row.bind(entry.deck)
            row.bind(entry.due)
            row.bind(entry.note)
            row.bind(entry.stage)
            row.bind(entry.stability)
            row.bind(entry.difficulty)
            row.bind(entry.lastDay)
            row.bind(entry.buried)
        }
        let byLoad = entries.filter { $0.due != nil }.sorted { left, right in
            (left.due.rank, left.deck.rank, left.note, left.number)
                < (right.due.rank, right.deck.rank, right.note, right.number)
        }
        try lay(byLoad, in: file.tree("card_by_load")) { entry, row in
            row.bind(entry.due)
            row.bind(entry.deck)
            row.bind(entry.note)
        }
        let byDay = entries.filter { $0.lastDay != nil }.sorted { left, right in
            (left.lastDay.rank, left.note, left.reviewed.rank, left.number)
                < (right.lastDay.rank, right.note, right.reviewed.rank, right.number)
        }
        try lay(byDay, in: file.tree("card_by_last_day")) { entry, row in
            row.bind(entry.lastDay)
            row.bind(entry.note)
            row.bind(entry.reviewed)
        }
    }

    private func lay(
        _ entries: [Entry],
        in index: LaidTree,
        _ columns: (Entry, inout LaidRow) -> Void
    ) throws {
        for entry in entries {
            try index.add { row in
                columns(entry, &row)
                row.bind(entry.number)
            }
        }
        try index.finish()
    }
}

extension Int64? {
    fileprivate var rank: Int64 { self ?? .min }
}

extension Double? {
    fileprivate var rank: Double { self ?? -.infinity }
}

extension ImportedCard {
    /// Its columns in these indexes.
    func entry(_ number: Int64, home: DeckID) -> LaidCards.Entry {
        LaidCards.Entry(
            number: number,
            note: id.note.rawValue,
            deck: dealingDeck(home: home)?.rawValue,
            due: state.due,
            stage: state.numbers.stage,
            stability: state.memory?.stability,
            difficulty: state.memory?.difficulty,
            lastDay: state.lastDay.map(Int64.init),
            buried: marks.buriedUntil?.milliseconds,
            reviewed: reviewed?.milliseconds
        )
    }
}
