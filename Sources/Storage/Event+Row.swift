internal import Notes
internal import Recall
internal import SQLite

extension Event {
    init(_ row: borrowing Row) throws {
        let grade = Grade(rawValue: UInt8(clamping: row.int(4)))
        let kind: Kind
        switch (row.int(3), grade) {
        case (0, let grade?):
            kind = .review(grade, due: row.momentOrNil(5))
        case (1, let grade?):
            kind = .practice(grade)
        case (2, _):
            let place: (table: StaticString, column: StaticString) = ("event", "state")
            let stored = try StoredJSON.read(row, 11, as: StoredState.self, in: place)
            guard let state = stored.state else {
                throw StorageError.unreadable(place.table, place.column)
            }
            kind = .setState(state)
        case (3, _):
            kind = .retraction(of: row.id(6))
        default:
            throw StorageError.unreadable("event", "kind")
        }
        guard let face = Face(row.text(2)) else {
            throw StorageError.unreadable("card", "face")
        }
        guard let mode = Mode(rawValue: UInt8(clamping: row.int(10))) else {
            throw StorageError.unreadable("event", "mode")
        }
        self.init(
            id: row.id(0),
            note: row.id(1),
            face: face,
            kind: kind,
            moment: row.moment(7),
            offset: row.int(8),
            duration: row.int(9),
            mode: mode,
            extras: row.textOrNil(12)
        )
    }
}

extension Event.Kind {
    /// How the kind is stored.
    var number: Int {
        switch self {
        case .review: 0
        case .practice: 1
        case .setState: 2
        case .retraction: 3
        }
    }

    var grade: Grade? {
        switch self {
        case .review(let grade, _), .practice(let grade): grade
        case .setState, .retraction: nil
        }
    }

    var due: Moment? {
        guard case .review(_, let due) = self else { return nil }
        return due
    }

    var retracted: EventID? {
        guard case .retraction(let id) = self else { return nil }
        return id
    }

    var state: Event.SetState? {
        guard case .setState(let state) = self else { return nil }
        return state
    }
}

/// A set state as it is kept in JSON.
struct StoredState: Codable {
    private enum Kind: String, Codable {
        case imported, reset, redated
    }

    private var kind: Kind
    private var memory: CardMemory?
    private var due: Moment?

    init(_ state: Event.SetState) {
        switch state {
        case .imported(let memory):
            kind = .imported
            self.memory = memory
        case .reset:
            kind = .reset
        case .redated(let due):
            kind = .redated
            self.due = due
        }
    }

    /// The state; nil where what belongs to its kind is missing.
    var state: Event.SetState? {
        switch kind {
        case .imported: memory.map { .imported($0) }
        case .reset: .reset
        case .redated: due.map { .redated($0) }
        }
    }
}
