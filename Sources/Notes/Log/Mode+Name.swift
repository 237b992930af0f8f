package import Recall

extension Mode {
    /// Its name in URLs and in the exported log.
    package var name: String {
        switch self {
        case .browse: "browse"
        case .learn: "learn"
        case .race: "race"
        case .review: "review"
        case .quiz: "quiz"
        }
    }

    package init?(name: some StringProtocol) {
        guard let mode = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = mode
    }
}
