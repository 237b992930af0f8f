internal import Fetch
package import Languages

package enum LanguageModelError: Error, Hashable, Sendable, CustomStringConvertible {
    case unreachable(host: String)
    case timedOut(host: String)
    case brokenOff(host: String)
    case tooLong(host: String)
    case keyRefused(host: String)
    case unknownModel(String, host: String)
    /// The server is busy; retry after `seconds`, 0 if unknown.
    case busy(host: String, seconds: Int)
    /// An error of the server, with its message if any.
    case serverFailed(host: String, String)
    /// The model refused, in its own words.
    case refused(String)
    /// The answer is incomplete.
    case cutOff
    /// The answer is invalid; the reason.
    case wrongShape(String)
    case cancelled

    package var description: String { words.description }

    package var words: Phrase {
        switch self {
        case .unreachable(let host):
            "The language model at \(host) isn’t answering. Start it, or change its address in Settings."
        case .timedOut(let host):
            "The language model at \(host) took too long. Try again, or choose a smaller model."
        case .brokenOff(let host):
            "The language model at \(host) stopped before it finished. Try again."
        case .tooLong(let host):
            "The language model at \(host) sent far too much. Try again."
        case .keyRefused(let host):
            "\(host) didn’t accept the key. You can change it in Settings."
        case .unknownModel(let model, let host):
            "\(host) has no model called “\(model)”. Choose another in Settings."
        case .busy(let host, 0): "\(host) is busy. Try again in a little while."
        case .busy(let host, let seconds):
            "\(host) is busy. Try again in \(seconds) seconds."
        case .serverFailed(let host, let words):
            words.isEmpty
                ? "The language model at \(host) failed. Try again."
                : "The language model at \(host) failed: \(words)"
        case .refused(let words): "The language model refused to answer: \(words)"
        case .cutOff: "The language model’s answer was cut off. Try again."
        case .wrongShape(let reason):
            "The language model’s answer can’t be used: \(reason). Try again."
        case .cancelled: "Cancelled."
        }
    }

    init(_ error: FetchError, host: String) {
        self =
            switch error {
            case .unreachable: .unreachable(host: host)
            case .timedOut: .timedOut(host: host)
            case .tooLong: .tooLong(host: host)
            case .brokenOff: .brokenOff(host: host)
            case .cancelled: .cancelled
            case .untrusted(let words), .failed(let words): .serverFailed(host: host, words)
            }
    }

    /// Nil for a successful response.
    init?(_ response: FetchResponse, model: String, host: String) {
        let words = ChatReader.complaint(in: response.body) ?? ""
        switch response.status {
        case 200..<300: return nil
        case 401, 403: self = .keyRefused(host: host)
        case 404: self = .unknownModel(model, host: host)
        case 429: self = .busy(host: host, seconds: response.retryAfter)
        default: self = .serverFailed(host: host, words.isEmpty ? "\(response.status)" : words)
        }
    }
}
