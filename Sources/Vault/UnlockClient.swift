internal import Sodium

/// Who tries a key, by which failed passphrases are counted, so that a stranger's do not delay the owner's.
package struct UnlockClient: Hashable, Sendable {
    /// Tokens of a browser in which a key was right before, each of which has a count of its own.
    let browsers: [Digest]
    /// Nil for a command of the user whose library it is: whoever can run one has the key file, so that it never waits.
    let address: String?

    /// A command of this user.
    package static let command = UnlockClient(browsers: [], address: nil)

    /// A browser or another program.
    ///
    /// - Parameters:
    ///   - address: Where it is; without spaces.
    ///   - tokens: What it shows to be known.
    package init(at address: String, showing tokens: [String]) {
        self.init(browsers: tokens.map { Digest(of: $0.utf8) }, address: address)
    }

    private init(browsers: [Digest], address: String?) {
        self.browsers = browsers
        self.address = address
    }
}
