import Languages
import Recall

extension Mode {
    /// What a session in this mode does, before its title.
    var verb: Phrase {
        switch self {
        case .browse: "Browse"
        case .learn: "Learn"
        case .race: "Race"
        case .review: "Review"
        case .quiz: "Quiz"
        }
    }

    /// The label of the button that leaves a session.
    var leaving: Phrase {
        switch self {
        case .browse: "Leave browsing"
        case .learn, .review, .quiz: "Leave session"
        case .race: "Leave race"
        }
    }
}
