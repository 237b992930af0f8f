internal import JSON
internal import Notes
internal import Recall
internal import SQLite

/// The numbers that Anki's data may bring: those that JavaScript, in which its pages count, holds exactly.
///
/// They are far beyond what any collection means, and the sum of some cannot overflow.
enum AnkiNumbers {
    static let all: ClosedRange<Int64> = -(1 << 53)...1 << 53
    /// The numbers by which collections refer to notes, cards, note types and decks.
    static let identifiers: ClosedRange<Int64> = 1...1 << 53
}

/// The numbers that were given to notes, cards, note types or decks of a collection, each once.
struct TakenNumbers {
    private var taken: Set<Int64> = []
    private var free = FreeNumbers()

    init(capacity: Int = 0) { taken.reserveCapacity(capacity) }

    /// Takes the first free number from a wanted one on.
    mutating func take(from wanted: Int64) -> Int64 {
        free.next(from: wanted) { !taken.insert($0).inserted }
    }
}

extension Row {
    /// A number of Anki's, limited to `AnkiNumbers.all`.
    func ankiNumber(_ column: Int32) -> Int64 {
        let limits = AnkiNumbers.all
        return min(max(int64(column), limits.lowerBound), limits.upperBound)
    }
}

extension JSONValue {
    /// The number by which Anki knows the object; nil where there is none.
    var ankiIdentifier: Int64? {
        let number = number("id")
        return number == 0 ? nil : number.clamped(to: AnkiNumbers.identifiers)
    }
}
