import LibraryValues
import Notes

/// The addresses of classes on a server of several learners, below each learner's own.
package enum ClassesRoute: Hashable, Sendable {
    /// The learner's classes (GET); publishes a deck as another one (POST).
    case all
    /// One class, for its teacher (GET), who changes it, or for a learner in it (POST).
    case one(String)

    /// - Parameter segments: The path below the learner's.
    package init?(segments: some Collection<String>) {
        switch Array(segments) {
        case ["classes"]: self = .all
        case let steps where steps.count == 2 && steps[0] == "classes": self = .one(steps[1])
        default: return nil
        }
    }

    package var path: String {
        switch self {
        case .all: "\(SiteBase.path)/classes"
        case .one(let id): "\(SiteBase.path)/classes/\(id.percentEncoded)"
        }
    }
}

extension Attribute {
    static func href(classes route: ClassesRoute) -> Attribute { .text("href", route.path) }
    static func action(classes route: ClassesRoute) -> Attribute { .text("action", route.path) }
}
