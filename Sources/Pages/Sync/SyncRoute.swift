package import LibraryValues
package import Notes

/// The addresses of sync: those that peers ask, below `/sync`, and the learner's own pages below `/settings/sync`.
package enum SyncRoute: Hashable, Sendable {
    /// Exchanges a code for a token (POST).
    case pair
    /// Takes a page of facts, and returns the next one (POST).
    case facts
    /// Everything at once, for a library in which nothing was done yet: the asking one (GET), or this one (PUT).
    case firstCopy
    /// The pictures and sounds that this library needs (GET), or those of some that it lacks (POST).
    case lackingMedia
    /// A picture or sound (GET returns it, PUT stores it).
    case media(MediaHash)

    /// The peers (GET), and what can be done about all of them (POST).
    case overview
    /// Asks for confirmation (GET) and removes a peer (POST).
    case peer(PeerID)
    /// Restores a text that a later edit elsewhere has replaced (POST), and then leads back.
    case restore

    /// Whether peers ask it, and have to show their token there.
    package var isForPeers: Bool {
        switch self {
        case .pair, .facts, .firstCopy, .lackingMedia, .media: true
        case .overview, .peer, .restore: false
        }
    }

    /// Reads the segments of a path; nil where there is no such address.
    init?(segments: [String]) {
        switch segments {
        case ["sync", "pair"]: self = .pair
        case ["sync", "facts"]: self = .facts
        case ["sync", "library"]: self = .firstCopy
        case ["sync", "media", "lacking"]: self = .lackingMedia
        case let steps where steps.count == 3 && steps[..<2] == ["sync", "media"]:
            guard let hash = MediaHash(steps[2]) else { return nil }
            self = .media(hash)
        case ["settings", "sync"]: self = .overview
        case ["settings", "sync", "restore"]: self = .restore
        case let steps where steps.count == 3 && steps[..<2] == ["settings", "sync"]:
            guard let number = Int64(steps[2]), String(number) == steps[2] else { return nil }
            self = .peer(PeerID(rawValue: number))
        default: return nil
        }
    }

    var path: String {
        switch self {
        case .pair: "/sync/pair"
        case .facts: "/sync/facts"
        case .firstCopy: "/sync/library"
        case .lackingMedia: "/sync/media/lacking"
        case .media(let hash): "/sync/media/\(hash)"
        case .overview: "/settings/sync"
        case .peer(let peer): "/settings/sync/\(peer.rawValue)"
        case .restore: "/settings/sync/restore"
        }
    }
}
