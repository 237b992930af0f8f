internal import Notes
internal import Recall
internal import SQLite

extension CardState {
    /// Reads the columns stage, step, stability, difficulty, due, interval, reviews, lapses, last_review, last_day.
    init(_ row: borrowing Row, from column: Int32) throws {
        let step = row.int(column + 1)
        let stage: Stage
        switch row.int(column) {
        case 0: stage = .new
        case 1: stage = .learning(step: step)
        case 2: stage = .review
        case 3: stage = .relearning(step: step)
        default: throw StorageError.unreadable("card", "stage")
        }
        let memory = row.doubleOrNil(column + 2).map {
            Memory(stability: $0, difficulty: row.double(column + 3))
        }
        self.init(
            stage: stage,
            memory: memory,
            due: row.int64OrNil(column + 4),
            interval: row.int(column + 5),
            reviews: row.int(column + 6),
            lapses: row.int(column + 7),
            lastReview: row.int64OrNil(column + 8),
            lastDay: row.intOrNil(column + 9)
        )
    }

    /// The stage and the step as they are stored.
    var numbers: (stage: Int, step: Int?) {
        switch stage {
        case .new: (0, nil)
        case .learning(let step): (1, step)
        case .review: (2, nil)
        case .relearning(let step): (3, step)
        }
    }
}

extension Card {
    /// Reads a row of `kept_card`.
    init(_ row: borrowing Row) throws {
        self.init(
            note: row.id(1),
            face: try row.face(2),
            deck: row.isNull(3) ? nil : row.id(3),
            isSuspended: row.bool(4),
            burial: row.intOrNil(5).flatMap { Burial(rawValue: UInt8(clamping: $0)) },
            flag: UInt8(clamping: row.int(6)),
            state: try CardState(row, from: 7)
        )
    }
}
