/// The addresses below `/settings/lock`.
package enum LockRoute: Hashable, Sendable {
    /// The lock's settings, or without a lock what one would do (GET).
    case overview
    /// Turns the lock on (POST).
    case on
    /// Asks for confirmation (GET) and turns the lock off (POST).
    case off
    /// The options for creating a passkey (GET), and the new passkey (POST).
    case passkey
    /// Adds a passphrase or replaces one (GET shows the form, POST does it).
    case passphrase(replacing: LockSlotID? = nil)
    /// Asks for confirmation (GET) and shows a new recovery code once (POST).
    case recoveryCode
    /// Encrypts the library with another key, under a new passphrase (GET shows the form, POST does it).
    case key
    /// Renames a key slot (GET shows the form, POST does it).
    case name(LockSlotID)
    /// Asks for confirmation (GET) and removes a key slot (POST).
    case removal(LockSlotID)
    /// Sets after how many minutes without a request the library locks itself (POST).
    case idle
    /// The log of the lock (GET).
    case history

    /// Reads the path segments below `/settings/lock`; nil where there is no such address.
    init?(
        segments: some Collection<String>,
        query: some Collection<(name: String, value: String)>
    ) {
        let segments = Array(segments)
        switch (segments.first, segments.count) {
        case (nil, _): self = .overview
        case ("on", 1): self = .on
        case ("off", 1): self = .off
        case ("passkey", 1): self = .passkey
        case ("passphrase", 1):
            let replaced = query.first { $0.name == "replacing" }?.value
            self = .passphrase(replacing: replaced.flatMap { LockSlotID($0) })
        case ("recovery-code", 1): self = .recoveryCode
        case ("key", 1): self = .key
        case ("idle", 1): self = .idle
        case ("history", 1): self = .history
        case (let id?, 2):
            guard let id = LockSlotID(id) else { return nil }
            switch segments[1] {
            case "name": self = .name(id)
            case "remove": self = .removal(id)
            default: return nil
            }
        default: return nil
        }
    }

    /// The path, with the query if there is one, percent-encoded.
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
