public import Recall

extension Grade {
    /// The word for it in the log's outside form.
    public var name: String {
        switch self {
        case .again: "again"
        case .hard: "hard"
        case .good: "good"
        case .easy: "easy"
        }
    }

    /// The grade of that word, if there is one.
    public init?(name: some StringProtocol) {
        guard let grade = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = grade
    }
}
