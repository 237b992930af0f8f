internal import SQLite
internal import Threads

/// The parts of objects that the current transaction has changed, as triggers report them.
final class ChangedFacts: Sendable {
    struct Parts {
        var parts: [ObjectKey: Set<String>] = [:]
        /// A bulk import may insert a million.
        var events: Set<Int64> = []

        var isEmpty: Bool { parts.isEmpty && events.isEmpty }
    }

    private let state = Locked(Parts())

    /// The function that the triggers of `SyncMap` call.
    var function: ScalarFunction {
        ScalarFunction("fact_changed", argumentCount: 3) { arguments in
            self.record(arguments)
            return .null
        }
    }

    private func record(_ arguments: borrowing FunctionArguments) {
        guard let kind = SyncKind(rawValue: arguments.text(0)) else { return }
        let (number, name, part) = (arguments.int64(1), arguments.text(1), arguments.text(2))
        state.withLock { changes in
            switch kind {
            case .event: changes.events.insert(number)
            case .medium, .setting, .overwritten:
                let object = ObjectKey(kind.rawValue, .text(name))
                changes.parts[object, default: []].insert(part)
            case .type, .deck, .note:
                changes.parts[ObjectKey(kind, number), default: []].insert(part)
            }
        }
    }

    /// Returns the changes and forgets them.
    func take() -> Parts {
        state.withLock { changes in
            defer { changes = Parts() }
            return changes
        }
    }
}
