public import Recall

extension Mode {
    /// The word for it in addresses and in the log's outside form.
    public var name: String {
        switch self {
        case .browse: "browse"
        case .learn: "learn"
        case .race: "race"
        case .review: "review"
        case .quiz: "quiz"
        }
    }

    /// The mode of that word, if there is one.
    public init?(name: some StringProtocol) {
        guard let mode = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = mode
    }
}
