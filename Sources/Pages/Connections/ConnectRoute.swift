/// The addresses below `/settings/connections`.
package enum ConnectRoute: Hashable, Sendable {
    /// The programs, and the switch that lets them in (GET shows them, POST switches).
    case overview
    /// One program (GET asks what it may do, POST decides).
    case client(Int64)
    /// What programs want of an open page (GET, JSON), after what the page has seen.
    case news(after: Int? = nil)

    /// Reads the path segments below `/settings/connections`; nil where there is no such address.
    init?(
        segments: some Collection<String>,
        query: some Collection<(name: String, value: String)>
    ) {
        guard let first = segments.first else {
            self = .overview
            return
        }
        guard segments.count == 1 else { return nil }
        if first == "news" {
            self = .news(after: query.first { $0.name == "after" }.flatMap { Int($0.value) })
        } else {
            guard let number = Int64(first), String(number) == first else { return nil }
            self = .client(number)
        }
    }

    /// The path, with the query if there is one.
    var path: String {
        let below =
            switch self {
            case .overview: ""
            case .client(let number): "/\(number)"
            case .news(nil): "/news"
            case .news(let seen?): "/news?after=\(seen)"
            }
        return "/settings/connections" + below
    }
}
