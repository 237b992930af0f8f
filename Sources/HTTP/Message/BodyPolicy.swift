/// What to do with the body of a request, decided when its head is there.
package enum BodyPolicy: Hashable, Sendable {
    /// None is expected; one that comes is refused with 413.
    case none
    /// Keep it in memory, up to so many bytes.
    case memory(limit: Int)
    /// Write it into a file in this directory, up to so many bytes.
    case file(limit: Int, directory: String)

    var limit: Int {
        switch self {
        case .none: 0
        case .memory(let limit), .file(let limit, _): limit
        }
    }
}
