/// How the body of a request is read, decided when its head has arrived.
package enum BodyPolicy: Hashable, Sendable {
    /// No body is expected; one that arrives is refused with 413.
    case none
    /// Not at all: the request is answered without it, and the connection is closed.
    case unread
    /// Into memory, up to a number of bytes.
    case memory(limit: Int)
    /// Into a file in a directory, up to a number of bytes.
    case file(limit: Int, directory: String)
    /// By the handler, which begins before the body arrives, up to a number of bytes.
    case arriving(limit: Int)

    package var limit: Int {
        switch self {
        case .none, .unread: 0
        case .memory(let limit), .file(let limit, _), .arriving(let limit): limit
        }
    }
}
