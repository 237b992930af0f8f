package import Notes

/// A program that uses, or asked to use, the interface of AnkiConnect.
package struct ConnectedClient: Hashable, Sendable {
    package enum Decision: Int, Sendable {
        /// The learner has not decided yet.
        case asked = 0
        case allowed = 1
        case refused = 2
    }

    /// What a program may do besides using cards; each has to be allowed on its own.
    package struct Permissions: OptionSet, Hashable, Sendable {
        package let rawValue: Int

        package init(rawValue: Int) { self.rawValue = rawValue }

        /// Have pictures and sounds read from files on this computer.
        package static let readsFiles = Permissions(rawValue: 1)
        /// Have pictures and sounds downloaded from the web.
        package static let downloads = Permissions(rawValue: 2)
        /// The same from this computer and its network.
        package static let downloadsLocally = Permissions(rawValue: 4)
        /// Put pictures and sounds into a folder from which notes take them.
        package static let usesDropFolder = Permissions(rawValue: 8)

        package static let all: [Permissions] = [
            .readsFiles, .downloads, .downloadsLocally, .usesDropFolder,
        ]
    }

    package var number: Int64
    /// The origin of a page or an extension, or the name of a program, after `program:`; all after `key:` if it showed that.
    package var identity: String
    package var decision: Decision
    package var permissions: Permissions
    /// When it asked first.
    package var asked: Moment
    package var decided: Moment?
    /// When it was last used, accurate to a minute.
    package var seen: Moment
    /// How many of its changes can still be undone.
    package var changes: Int

    package init(
        number: Int64,
        identity: String,
        decision: Decision,
        permissions: Permissions,
        asked: Moment,
        decided: Moment?,
        seen: Moment,
        changes: Int
    ) {
        self.number = number
        self.identity = identity
        self.decision = decision
        self.permissions = permissions
        self.asked = asked
        self.decided = decided
        self.seen = seen
        self.changes = changes
    }

    package static let programPrefix = "program:"
    /// Before the identity of a program that showed the key.
    package static let keyPrefix = "key:"

    /// The name for people.
    package var name: String {
        let identity =
            identity.hasPrefix(Self.keyPrefix)
            ? String(identity.dropFirst(Self.keyPrefix.count)) : identity
        if let known = Self.names[identity] { return known }
        if identity.hasPrefix(Self.programPrefix) {
            return String(identity.dropFirst(Self.programPrefix.count))
        }
        return identity
    }

    /// Whether it is a page of a web site, which may be anybody's, as opposed to an installed program or extension.
    package var isWebPage: Bool {
        identity.hasPrefix("http://") || identity.hasPrefix("https://")
    }

    /// The browser number of its changes in the journal; those of paired browsers are positive.
    package var author: BrowserNumber { BrowserNumber(rawValue: -number) }

    /// Well-known origins: the extensions' ids are those of their official releases.
    private static let names = [
        "chrome-extension://likgccmbimhjbgkjambclfkhldnlhbnn": "Yomitan",
        "chrome-extension://ogmnaimimemjmbakcfefmnahgdfhfami": "Yomichan",
        "chrome-extension://hkledmpjpaehamkiehglnbelcpdflcab": "asbplayer",
        "app://obsidian.md": "Obsidian",
        "capacitor://localhost": "Obsidian Mobile",
    ]
}

/// Whether other programs can reach the library by the interface of AnkiConnect.
package struct ConnectSettings: Hashable, Codable, Sendable {
    package var isOn = false
    package var port = Self.usualPort

    package init() {}

    /// The port of AnkiConnect.
    package static let usualPort = 8765
}
