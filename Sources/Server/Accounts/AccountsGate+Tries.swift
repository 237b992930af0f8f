import Accounts
import HTTP
import Sodium

/// How often somebody may guess a passphrase.
extension AccountsGate {
    /// A name that somebody tries a passphrase for, and where from.
    struct Guess: Hashable {
        enum Sender: Hashable {
            case network(Peer)
            /// A browser in which that learner has signed in before, by its token: what strangers on its network try does not count
            /// for it.
            case browser(String)
        }

        /// Nil for what can be no name, so that strangers cannot fill the memory with names.
        let name: LearnerName?
        let sender: Sender
    }

    func guess(_ name: LearnerName?, _ request: Request) throws(HTTPError) -> Guess {
        let network = Guess.Sender.network(request.peer.network)
        guard let name, let known = try token(of: request, for: name) else {
            return Guess(name: name, sender: network)
        }
        return Guess(name: name, sender: .browser(known))
    }

    /// Counts a try as wrong until it succeeds; nil if it may be made now, else how long to wait.
    func wait(before guess: Guess) -> Duration? {
        let now = clock.uptime()
        guard case .network(let network) = guess.sender else { return tries.begin(guess, at: now) }
        // Tries that the network's limit refuses do not count for the name, whose owner may be right.
        return triesOfNetwork.wait(network, at: now) ?? tries.begin(guess, at: now)
            ?? triesOfNetwork.begin(network, at: now)
    }

    func succeed(_ guess: Guess) {
        tries.succeed(guess)
        guard case .network(let network) = guess.sender else { return }
        // Otherwise whoever has an account could begin anew with each sign-in of their own.
        if resets.begin(guess, at: clock.uptime()) == nil {
            triesOfNetwork.succeed(network)
        } else {
            triesOfNetwork.takeBack(network)
        }
    }

    // MARK: - Browsers in which somebody has signed in

    /// The token by which a browser is known that a learner has used; nil where it is unknown.
    private func token(of request: Request, for name: LearnerName) throws(HTTPError) -> String? {
        for token in request.cookies.all(cookieName(for: name)) {
            let isKnown = try translating { () throws(AccountsError) in
                try accounts.hasIssued(token, for: .browser, to: name.text)
            }
            if isKnown { return token }
        }
        return nil
    }

    /// The cookie by which the browser of a learner who has just signed in will be known.
    func cookie(for name: LearnerName, _ request: Request) throws(HTTPError) -> SetCookie {
        let known: String
        if let token = try token(of: request, for: name) {
            known = token
        } else {
            known = try translating { () throws(AccountsError) in
                try accounts.issueToken(for: .browser, to: name)
            }
        }
        return SetCookie(
            cookieName(for: name),
            known,
            maxAge: .seconds(400 * 86_400),
            isSecure: access.hasSecureOrigin
        )
    }

    /// Cookies ignore ports, so it holds the port, but no name that somebody else at a shared browser could read.
    private func cookieName(for name: LearnerName) -> String {
        let start = access.hasSecureOrigin ? "__Host-omena-signed" : "omena-signed-\(access.port)"
        return "\(start)-\(Digest(of: name.text.utf8).description.prefix(16))"
    }
}
