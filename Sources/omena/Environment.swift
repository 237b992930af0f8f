import FoundationEssentials

/// The variables of the environment.
enum Environment {
    /// Nil for one that is missing or empty.
    static subscript(name: String) -> String? {
        ProcessInfo.processInfo.environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }
}
