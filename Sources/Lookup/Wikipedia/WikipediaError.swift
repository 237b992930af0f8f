internal import Fetch

/// Why there are no articles.
public enum WikipediaError: Error, Hashable, Sendable {
    case unreachable
    case timedOut
    /// It wants to be asked again after so many seconds, and is not asked before.
    case busy(seconds: Int)
    /// It would not, in its own words.
    case refused(String)
    /// What came is no answer, or no end of one.
    case unreadable

    init(_ error: FetchError) {
        self =
            switch error {
            case .unreachable, .failed: .unreachable
            case .timedOut, .cancelled: .timedOut
            case .tooLong, .brokenOff: .unreadable
            }
    }
}
