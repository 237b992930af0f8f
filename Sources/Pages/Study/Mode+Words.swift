import Languages
import Recall

extension Mode {
    /// What a session in this mode is called, before what it is about.
    var verb: Phrase {
        switch self {
        case .browse: "Browse"
        case .learn: "Learn"
        case .race: "Race"
        case .review: "Review"
        case .quiz: "Quiz"
        }
    }

    /// The way out of a session.
    var leaving: Phrase {
        switch self {
        case .browse: "Leave browsing"
        case .learn, .review, .quiz: "Leave session"
        case .race: "Leave race"
        }
    }
}
