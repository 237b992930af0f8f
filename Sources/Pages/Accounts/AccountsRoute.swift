/// Every address of a server of several learners that is no learner's own.
package enum AccountsRoute: Hashable, Sendable {
    /// Leads to the only learner who is signed in, or to where one is chosen.
    case home
    /// The form (GET), which signs a learner in (POST) and then leads to `to`.
    case signIn(to: String? = nil)
    /// What a passkey signs to sign its learner in (POST).
    case passkeyQuestion
    /// Signs the learner in whose passkey signed (POST).
    case passkey
    /// Where a browser without cookies of the server keeps its session (GET), and then leads to `to`.
    case signedIn(to: String? = nil)
    /// Who is signed in in this browser.
    case people
    /// Signs a learner out, here or everywhere (POST).
    case signOut
    /// Takes an invitation (POST) that a link brings in its fragment, which browsers don't send (GET).
    case join
    /// What a new passkey is made for (POST).
    case newPasskey
    /// Tells what class a link leads into, and takes learners into it (POST); the link brings its secret in the fragment (GET).
    case joinClass
    /// A page of all learners or of those that a search finds, for the admin (GET), who changes them (POST).
    case admin(search: String = "", page: Int = 1)

    package init?(
        segments: some Collection<String>,
        query: some Collection<(name: String, value: String)>
    ) {
        func value(_ name: String) -> String? { query.first { $0.name == name }?.value }
        let to = value("to")
        switch Array(segments) {
        case []: self = .home
        case ["sign-in"]: self = .signIn(to: to)
        case ["sign-in", "question"]: self = .passkeyQuestion
        case ["sign-in", "passkey"]: self = .passkey
        case ["signed-in"]: self = .signedIn(to: to)
        case ["people"]: self = .people
        case ["sign-out"]: self = .signOut
        case ["join"]: self = .join
        case ["join", "passkey"]: self = .newPasskey
        case ["class"]: self = .joinClass
        case ["admin"]:
            let page = value("page").flatMap { Int($0) } ?? 1
            self = .admin(search: value("search") ?? "", page: max(1, page))
        default: return nil
        }
    }

    package var path: String {
        switch self {
        case .home: "/"
        case .signIn(let to): address("/sign-in", ("to", to))
        case .passkeyQuestion: "/sign-in/question"
        case .passkey: "/sign-in/passkey"
        case .signedIn(let to): address("/signed-in", ("to", to))
        case .people: "/people"
        case .signOut: "/sign-out"
        case .join: "/join"
        case .newPasskey: "/join/passkey"
        case .joinClass: "/class"
        case .admin(let search, let page):
            address(
                "/admin",
                ("search", search.isEmpty ? nil : search),
                ("page", page == 1 ? nil : "\(page)")
            )
        }
    }

    /// The id of a learner's row on the page of all learners.
    package static func row(of name: String) -> String { "learner-\(name)" }

    /// The path before all addresses of a learner.
    package static func base(of name: String) -> String { "/~\(name)" }

    /// The path of a link that invites a learner.
    package static func join(_ secret: String) -> String { "/join#\(secret)" }

    /// The path of a link that leads into a class.
    package static func joinClass(_ secret: String) -> String { "/class#\(secret)" }

    /// The secret of a link of either kind, of which only that part may be given.
    package static func secret(in link: String) -> String {
        link.split(separator: "#").last.map(String.init) ?? ""
    }
}

extension Attribute {
    static func href(accounts route: AccountsRoute) -> Attribute { .text("href", route.path) }
    static func action(accounts route: AccountsRoute) -> Attribute { .text("action", route.path) }
}
