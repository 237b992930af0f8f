import Storage

@testable import Library

extension Library {
    /// Recomputes all derived data from the log, and returns how many cards differed; 0 for a healthy library.
    func rebuild() throws -> Int {
        try write { writer in
            try writer.refreshAllAnswers()
            try writer.rebuildTallies()
            var schedulers = try Schedulers(writer)
            return try writer.refreshAllStates(by: &schedulers)
        }
    }
}
