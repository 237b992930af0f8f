internal import SQLite
internal import Threads

/// The parts of objects that the current transaction has changed, as triggers report them.
final class ChangedFacts: Sendable {
    struct Parts {
        var parts: [ObjectKey: Set<String>] = [:]
        /// Notes that are new or gone, of which an import has many thousands, besides those in `parts`.
        var wholeNotes: Set<Int64> = []
        /// A bulk import may insert a million.
        var events: Set<Int64> = []
        /// Tables of this file alone in which something has changed; reported only where others have to know of them.
        var tables: Set<String> = []
        /// Whether facts of other replicas were merged, which no trigger reports as changes.
        var isMerged = false

        /// Whether there is nothing to write facts about.
        var isEmpty: Bool { parts.isEmpty && wholeNotes.isEmpty && events.isEmpty }

        mutating func add(_ part: String, ofNote note: Int64) {
            if part == SyncMap.purged { wholeNotes.remove(note) }
            // The parts of new notes follow them.
            guard !wholeNotes.contains(note) else { return }
            let object = ObjectKey(.note, note)
            if part.isEmpty, parts.isEmpty || parts[object] == nil {
                wholeNotes.insert(note)
            } else {
                parts[object, default: []].insert(part)
            }
        }

        /// Objects with a number that were inserted, or deleted.
        var wholeObjects: [ObjectKey] {
            parts.filter { $0.value.contains("") && $0.key.number != nil }.map(\.key)
                + wholeNotes.map { ObjectKey(.note, $0) }
        }

        /// What has changed of objects of a kind, in the order of their IDs.
        func ofKind(_ kind: SyncKind) -> [(key: ObjectKey, value: Set<String>)] {
            parts.filter { $0.key.kind == kind.rawValue }.sorted { $0.key.precedes($1.key) }
        }
    }

    private let state = Locked(Parts())

    /// Reported instead of a kind of objects where a table of this file alone has changed.
    static let table = "table"

    /// The function that the triggers of `SyncMap` call.
    var function: ScalarFunction {
        ScalarFunction("fact_changed", argumentCount: 3) { arguments in
            self.record(arguments)
            return .null
        }
    }

    private func record(_ arguments: borrowing FunctionArguments) {
        guard let kind = SyncKind(rawValue: arguments.text(0)) else {
            if arguments.text(0) == Self.table {
                _ = state.withLock { $0.tables.insert(arguments.text(1)) }
            }
            return
        }
        switch kind {
        case .event:
            // Without its part, which is empty; every answer passes through here.
            let number = arguments.int64(1)
            _ = state.withLock { $0.events.insert(number) }
        case .medium, .setting, .overwritten:
            let object = ObjectKey(kind.rawValue, .text(arguments.text(1)))
            record(arguments.text(2), of: object)
        case .note:
            let (number, part) = (arguments.int64(1), arguments.text(2))
            state.withLock { $0.add(part, ofNote: number) }
        case .type, .deck: record(arguments.text(2), of: ObjectKey(kind, arguments.int64(1)))
        }
    }

    private func record(_ part: String, of object: ObjectKey) {
        _ = state.withLock { $0.parts[object, default: []].insert(part) }
    }

    /// Returns the changes and forgets them.
    func take() -> Parts {
        state.withLock { changes in
            defer { changes = Parts() }
            return changes
        }
    }

    /// Returns the changes that facts are written about, and forgets them.
    func takeFacts() -> Parts {
        state.withLock { changes in
            let taken = changes
            changes = Parts()
            (changes.tables, changes.isMerged) = (taken.tables, taken.isMerged)
            return taken
        }
    }

    /// Records that what the triggers have reported came from another replica.
    func recordMerge() {
        _ = takeFacts()
        state.withLock { $0.isMerged = true }
    }
}
