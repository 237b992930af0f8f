/// How the body of a request is read, decided when its head has arrived.
package enum BodyPolicy: Hashable, Sendable {
    /// No body is expected; one that arrives is refused with 413.
    case none
    /// Not at all: the request is answered without it, and the connection is closed.
    case unread
    /// Into memory, up to a number of bytes.
    case memory(limit: Int)
    /// Into a file in a directory, up to a number of bytes, of which the counter is told.
    case file(limit: Int, directory: String, counter: BodyCounter? = nil)
    /// By the handler, which begins before the body arrives, up to a number of bytes.
    case arriving(limit: Int)

    package var limit: Int {
        switch self {
        case .none, .unread: 0
        case .memory(let limit), .file(let limit, _, _), .arriving(let limit): limit
        }
    }
}

/// Is told of the bytes of a body once they are in its file.
package final class BodyCounter: Hashable, Sendable {
    let add: @Sendable (Int) -> Void

    /// - Parameter add: Called with each number of bytes, on a thread that must not block for long.
    package init(_ add: @escaping @Sendable (Int) -> Void) { self.add = add }

    package static func == (one: BodyCounter, other: BodyCounter) -> Bool { one === other }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
