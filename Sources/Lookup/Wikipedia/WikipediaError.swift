internal import Fetch

package enum WikipediaError: Error, Hashable, Sendable {
    case unreachable
    case timedOut
    /// It must not be asked for `seconds` seconds.
    case busy(seconds: Int)
    /// The API's error message.
    case refused(String)
    /// The response is invalid or incomplete.
    case unreadable

    init(_ error: FetchError) {
        self =
            switch error {
            case .unreachable, .untrusted, .failed: .unreachable
            case .timedOut, .cancelled: .timedOut
            case .tooLong, .brokenOff: .unreadable
            }
    }
}
