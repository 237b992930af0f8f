package import Recall

extension Grade {
    /// Its name in the exported log.
    package var name: String {
        switch self {
        case .again: "again"
        case .hard: "hard"
        case .good: "good"
        case .easy: "easy"
        }
    }

    package init?(name: some StringProtocol) {
        guard let grade = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = grade
    }
}
