package import Recall

extension Event.Kind {
    /// What the scheduler needs to know of it.
    package var meaning: CardEvent.Kind {
        switch self {
        case .review(let grade, let due, let reviews):
            .review(grade, shown: due.map { .init(due: $0.milliseconds, reviews: reviews) })
        case .practice: .practice
        case .setState(.imported(let state)): .imported(state)
        case .setState(.reset): .reset
        case .setState(.redated(let due)): .redated(due.milliseconds)
        case .retraction(let id): .retraction(of: id.rawValue)
        }
    }
}

extension [CardEvent] {
    /// Those that were not retracted.
    package var standing: [CardEvent] {
        let retracted = Set(compactMap(\.retracted))
        return retracted.isEmpty ? self : filter { !retracted.contains($0.id) }
    }
}
