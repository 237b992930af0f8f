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
        // Every request of a learner passes here, so nothing is copied.
        guard segments.first == "classes" else { return nil }
        let steps = segments.dropFirst()
        switch (steps.first, steps.count) {
        case (nil, _): self = .all
        case (let id?, 1): self = .one(id)
        default: return nil
        }
    }

    package var path: String {
        switch self {
        case .all: "\(SiteBase.path)/classes"
        case .one(let id): "\(SiteBase.path)/classes/\(id.percentEncoded)"
        }
    }

    /// A part of the page of a class, where the focus goes on after a change to it.
    package enum Part: Sendable {
        case learners, editions, link
        /// The field with the address of the link.
        case address

        var id: StaticString {
            switch self {
            case .learners: "learners"
            case .editions: "editions"
            case .link: "link"
            case .address: LinkField.id
            }
        }
    }

    /// The address of a part of a class's page.
    package static func path(to part: Part, of id: String) -> String {
        "\(ClassesRoute.one(id).path)#\(part.id)"
    }
}

extension Attribute {
    static func href(classes route: ClassesRoute) -> Attribute { .text("href", route.path) }
    static func action(classes route: ClassesRoute) -> Attribute { .text("action", route.path) }
}
