/// Tries everything that can happen to a `FleetModel`.
package enum Explorer {
    package struct Outcome {
        /// How many different states there are.
        package var states: Int
        /// What is wrong in the first bad state; nil if there is none.
        package var flaw: String?
        /// How many states it took to come there.
        package var depth = 0
    }

    package static func explore(
        _ start: FleetModel,
        with fault: FleetModel.Fault? = nil
    ) -> Outcome {
        var seen: Set<FleetModel> = [start]
        var level = [start]
        var depth = 0
        while !level.isEmpty {
            var next: [FleetModel] = []
            for state in level {
                if let flaw = state.flaw {
                    return Outcome(states: seen.count, flaw: flaw, depth: depth)
                }
                for successor in state.successors(with: fault)
                where seen.insert(successor).inserted {
                    next.append(successor)
                }
            }
            level = next
            depth += 1
        }
        return Outcome(states: seen.count, flaw: nil, depth: depth)
    }
}
