internal import Notes
internal import Recall
internal import SQLite

/// What the indexes hold that deal cards, as long as memory may hold it: SQLite would take four times as long to sort them.
struct LaidCards {
    /// A card's columns in these indexes; where there is nothing the least value stands, as it comes before all others.
    struct Entry {
        let number: Int64
        let note: Int64
        let deck: Int64
        let due: Int64
        let stability: Double
        let difficulty: Double
        let lastDay: Int64
        let buried: Int64
        let reviewed: Int64
        let stage: Int8
    }

    /// The indexes that are laid down.
    static let indexes = ["card_by_due", "card_by_load", "card_by_last_day"]
    private static let most = 500_000

    private var entries: [Entry] = []
    private(set) var areTooMany = false

    mutating func add(_ entry: Entry) {
        guard entry.due != .least || entry.lastDay != .least, !areTooMany else { return }
        entries.append(entry)
        guard entries.count > Self.most else { return }
        areTooMany = true
        entries = []
    }

    /// Lays them down, each in the order of its columns.
    func lay(in file: LaidFile) throws {
        try lay(
            file.tree("card_by_due"),
            of: { $0.deck != .least && $0.due != .least },
            by: { left, right in
                let one = (left.deck, left.due, left.note, left.stage)
                let other = (right.deck, right.due, right.note, right.stage)
                guard one == other else { return one < other }
                return (
                    left.stability, left.difficulty, left.lastDay, left.buried, left.number
                ) < (
                    right.stability, right.difficulty, right.lastDay, right.buried, right.number
                )
            }
        ) { entry, row in
            row.bind(entry.deck)
            row.bind(entry.due)
            row.bind(entry.note)
            row.bind(Int(entry.stage))
            row.bind(entry.stability.value)
            row.bind(entry.difficulty.value)
            row.bind(entry.lastDay.value)
            row.bind(entry.buried.value)
        }
        try lay(
            file.tree("card_by_load"),
            of: { $0.due != .least },
            by: { ($0.due, $0.deck, $0.note, $0.number) < ($1.due, $1.deck, $1.note, $1.number) }
        ) { entry, row in
            row.bind(entry.due)
            row.bind(entry.deck.value)
            row.bind(entry.note)
        }
        try lay(
            file.tree("card_by_last_day"),
            of: { $0.lastDay != .least },
            by: {
                ($0.lastDay, $0.note, $0.reviewed, $0.number)
                    < ($1.lastDay, $1.note, $1.reviewed, $1.number)
            }
        ) { entry, row in
            row.bind(entry.lastDay)
            row.bind(entry.note)
            row.bind(entry.reviewed.value)
        }
    }

    private func lay(
        _ index: LaidTree,
        of isMeant: (Entry) -> Bool,
        by comesBefore: (Entry, Entry) -> Bool,
        _ columns: (Entry, inout LaidRow) -> Void
    ) throws {
        // Places rather than entries, which would be there twice.
        var places = (0..<UInt32(entries.count)).filter { isMeant(entries[Int($0)]) }
        places.sort { comesBefore(entries[Int($0)], entries[Int($1)]) }
        for place in places {
            let entry = entries[Int(place)]
            try index.add { row in
                columns(entry, &row)
                row.bind(entry.number)
            }
        }
        try index.finish()
    }
}

extension Int64 {
    /// What stands for nothing.
    static let least = Int64.min

    fileprivate var value: Int64? { self == .least ? nil : self }
}

extension Double {
    /// What stands for nothing.
    static let least = -Double.infinity

    fileprivate var value: Double? { self == .least ? nil : self }
}

extension LaidCards.Entry {
    /// Reads the columns id, note, dealing_deck, due, stability, difficulty, last_day, buried, reviewed, stage.
    init(_ row: borrowing Row) {
        self.init(
            number: row.int64(0),
            note: row.int64(1),
            deck: row.int64OrNil(2) ?? .least,
            due: row.int64OrNil(3) ?? .least,
            stability: row.doubleOrNil(4) ?? .least,
            difficulty: row.doubleOrNil(5) ?? .least,
            lastDay: row.int64OrNil(6) ?? .least,
            buried: row.int64OrNil(7) ?? .least,
            reviewed: row.int64OrNil(8) ?? .least,
            stage: Int8(clamping: row.int(9))
        )
    }
}

extension ImportedCard {
    /// Its columns in these indexes.
    func entry(_ number: Int64, home: DeckID) -> LaidCards.Entry {
        LaidCards.Entry(
            number: number,
            note: id.note.rawValue,
            deck: dealingDeck(home: home)?.rawValue ?? .least,
            due: state.due ?? .least,
            stability: state.memory?.stability ?? .least,
            difficulty: state.memory?.difficulty ?? .least,
            lastDay: state.lastDay.map(Int64.init) ?? .least,
            buried: marks.buriedUntil?.milliseconds ?? .least,
            reviewed: reviewed?.milliseconds ?? .least,
            stage: Int8(state.numbers.stage)
        )
    }
}
