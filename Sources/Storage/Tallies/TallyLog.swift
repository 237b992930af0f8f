internal import Notes
internal import Recall
internal import SQLite

/// The events of one card while its log is read, without a state that no event follows.
///
/// Such a state says nothing about any answer, and parsing it takes longer than all answers of its card; every imported card
/// ends with one.
struct TallyLog {
    private(set) var events: [TallyEvent] = []
    /// The event with another kind, and the state that it sets.
    private var last: (event: TallyEvent, state: [UInt8])?

    /// Reads the columns id, moment, utc_offset, duration, mode, kind, grade, due, reviews, retracted, state.
    mutating func add(_ row: borrowing Row) throws {
        if let (event, state) = last {
            last = nil
            events.append(try event.setting(state))
        }
        guard row.int(5) == 2 else { return events.append(try TallyEvent(row)) }
        last = (try TallyEvent(row, .setState(.reset)), row.bytes(10))
    }

    mutating func removeAll() {
        events.removeAll(keepingCapacity: true)
        last = nil
    }
}

extension TallyEvent {
    /// Reads the columns id, moment, utc_offset, duration, mode, and those of the kind.
    init(_ row: borrowing Row) throws { try self.init(row, Event.Kind(row, from: 5)) }

    /// Reads the columns id, moment, utc_offset, duration and mode.
    fileprivate init(_ row: borrowing Row, _ kind: Event.Kind) throws {
        guard let mode = Mode(rawValue: UInt8(clamping: row.int(4))) else {
            throw StorageError.unreadable("event", "mode")
        }
        self.init(
            id: row.int64(0),
            moment: row.int64(1),
            offset: row.int(2, within: Event.offsets),
            duration: row.int(3, within: Event.durations),
            kind: Kind(kind, mode: mode)
        )
    }

    /// The event as one that sets a stored state.
    fileprivate func setting(_ json: [UInt8]) throws -> TallyEvent {
        guard let state = try json.withUnsafeBytes({ try StoredState.read($0) }).state else {
            throw StorageError.unreadable("event", "state")
        }
        return TallyEvent(
            id: id,
            moment: moment,
            offset: offset,
            duration: duration,
            kind: Kind(.setState(state), mode: .review)
        )
    }
}
