internal import Notes
internal import Recall
internal import SQLite

extension Event {
    /// Reads the columns id, note, face, moment, utc_offset, duration, mode, extras, and those of the kind.
    init(_ row: borrowing Row) throws {
        try self.init(row, of: CardID(note: row.id(1), face: row.face(2)), from: 3)
    }

    /// Reads the columns id, moment, utc_offset, duration, mode, extras, and those of the kind.
    init(_ row: borrowing Row, of card: CardID, from column: Int32 = 1) throws {
        guard let mode = Mode(rawValue: UInt8(clamping: row.int(column + 3))) else {
            throw StorageError.unreadable("event", "mode")
        }
        self.init(
            id: row.id(0),
            note: card.note,
            face: card.face,
            kind: try Kind(row, from: column + 5),
            moment: row.moment(column),
            offset: row.int(column + 1, within: Event.offsets),
            duration: row.int(column + 2, within: Event.durations),
            mode: mode,
            extras: row.textOrNil(column + 4)
        )
    }

    /// The columns of its table, in the table's order and that of `put`.
    static let columns: [StaticString] = [
        "card", "moment", "id", "utc_offset", "kind", "grade", "duration", "mode", "due",
        "retracted", "state", "extras", "reviews",
    ]

    /// Binds `columns`.
    func put(of card: CardNumber, into row: inout some ColumnSink & ~Copyable) {
        row.bind(card)
        row.bind(moment)
        row.bind(id)
        row.bind(offset)
        row.bind(kind.number)
        row.bind(kind.grade)
        row.bind(duration)
        row.bind(mode)
        row.bind(kind.due)
        row.bind(kind.retracted)
        row.bind(kind.state.map { StoredState($0).json })
        row.bind(extras)
        row.bind(kind.reviews)
    }
}

extension CardEvent {
    /// Reads the columns id, moment, utc_offset, and those of the kind.
    init(_ row: borrowing Row) throws {
        self.init(
            id: row.int64(0),
            moment: row.moment(1).milliseconds,
            offset: row.int(2, within: Event.offsets),
            kind: try Event.Kind(row, from: 3).meaning
        )
    }
}

extension Event.Kind {
    /// Reads the columns kind, grade, due, reviews, retracted, state.
    init(_ row: borrowing Row, from column: Int32) throws {
        let grade = Grade(rawValue: UInt8(clamping: row.int(column + 1)))
        switch (row.int(column), grade) {
        case (0, let grade?):
            self = .review(
                grade,
                due: row.momentOrNil(column + 2),
                reviews: row.isNull(column + 3)
                    ? nil : row.int(column + 3, within: CardState.counts)
            )
        case (1, let grade?):
            self = .practice(grade)
        case (2, _):
            let stored = try row.withBytes(column + 5) { try StoredState.read($0) }
            guard let state = stored.state else {
                throw StorageError.unreadable("event", "state")
            }
            self = .setState(state)
        case (3, _):
            self = .retraction(of: row.id(column + 4))
        default:
            throw StorageError.unreadable("event", "kind")
        }
    }
}

extension Event.Kind {
    /// The kind as stored.
    var number: Int {
        switch self {
        case .review: 0
        case .practice: 1
        case .setState: 2
        case .retraction: 3
        }
    }

    var due: Moment? {
        guard case .review(_, let due, _) = self else { return nil }
        return due
    }

    /// How many reviews the promised due time was based on.
    var reviews: Int? {
        guard case .review(_, _, let reviews) = self else { return nil }
        return reviews
    }

    var state: Event.SetState? {
        guard case .setState(let state) = self else { return nil }
        return state
    }
}
