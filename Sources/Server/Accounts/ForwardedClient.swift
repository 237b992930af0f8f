import HTTP

/// Who sent a request that one server of learners forwards to another: the first has checked that they may use the library.
///
/// It is a header, which only the process of a library reads, at a socket that nobody but its owner can open. What a client
/// sends under its name is dropped before.
struct ForwardedClient: Hashable, Sendable {
    let peer: Peer
    /// Names the browser's session, for as long as the learner stays signed in there; nil for who needs none.
    let browser: String?

    static let header = "Omena-Client"

    init(_ peer: Peer, browser: String?) {
        self.peer = peer
        self.browser = browser
    }

    /// Reads the header; nil where there is none.
    init?(_ head: RequestHead) {
        let values = head.headers.all(Self.header)
        let words = values.first?.split(separator: " ") ?? []
        guard values.count == 1, let name = words.first, words.count <= 2 else { return nil }
        switch name {
        case Peer.unix.description: peer = .unix
        case Peer.loopback.description: peer = .loopback
        default: peer = Peer(address: name) ?? .other(String(name))
        }
        browser = words.dropFirst().first.map(String.init)
    }

    var text: String { browser.map { "\(peer) \($0)" } ?? "\(peer)" }
}
