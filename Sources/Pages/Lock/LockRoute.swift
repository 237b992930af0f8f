/// The addresses behind `/settings/lock`: turning the lock on and off, and the ways to unlock.
package enum LockRoute: Hashable, Sendable {
    /// What is there, or what the lock would do (GET).
    case overview
    /// Turns the lock on (POST).
    case on
    /// Asks whether it shall be turned off (GET), and does it (POST).
    case off
    /// What a new passkey is asked to sign (GET), and its answer (POST).
    case passkey
    /// Adds a passphrase, or puts a new one in the place of another (GET asks, POST does it).
    case passphrase(replacing: LockSlotID? = nil)
    /// Asks whether there shall be a new recovery code (GET), and shows it once (POST).
    case recoveryCode
    /// Puts the library under another key, with a new passphrase (GET asks, POST does it).
    case key
    /// Calls a way to unlock something else (GET asks, POST does it).
    case name(LockSlotID)
    /// Asks whether a way to unlock shall go (GET), and takes it away (POST).
    case removal(LockSlotID)
    /// After how many minutes without a request the library locks itself (POST).
    case idle
    /// What happened when (GET).
    case history

    /// Reads what stands between the slashes behind `/settings/lock`; nil where there is nothing.
    init?(
        segments: some Collection<String>,
        query: some Collection<(name: String, value: String)>
    ) {
        let segments = Array(segments)
        switch segments.first {
        case nil: self = .overview
        case "on" where segments.count == 1: self = .on
        case "off" where segments.count == 1: self = .off
        case "passkey" where segments.count == 1: self = .passkey
        case "passphrase" where segments.count == 1:
            let replaced = query.first { $0.name == "replacing" }?.value
            self = .passphrase(replacing: replaced.flatMap { LockSlotID($0) })
        case "recovery-code" where segments.count == 1: self = .recoveryCode
        case "key" where segments.count == 1: self = .key
        case "idle" where segments.count == 1: self = .idle
        case "history" where segments.count == 1: self = .history
        case let id? where segments.count == 2:
            guard let id = LockSlotID(id) else { return nil }
            switch segments[1] {
            case "name": self = .name(id)
            case "remove": self = .removal(id)
            default: return nil
            }
        default: return nil
        }
    }

    /// The path, and the query if there is one, as it stands in a link.
    var path: String {
        let below =
            switch self {
            case .overview: ""
            case .on: "/on"
            case .off: "/off"
            case .passkey: "/passkey"
            case .passphrase(nil): "/passphrase"
            case .passphrase(let id?): "/passphrase?replacing=\(id.text)"
            case .recoveryCode: "/recovery-code"
            case .key: "/key"
            case .name(let id): "/\(id.text)/name"
            case .removal(let id): "/\(id.text)/remove"
            case .idle: "/idle"
            case .history: "/history"
            }
        return "/settings/lock" + below
    }
}
