import Accounts
import HTTP
import Languages
import Notes
import Pages
import Threads
import Vault

/// The addresses that belong to no learner.
extension AccountsGate {
    func ownHandler(of head: RequestHead) -> RequestHandler {
        let target = head.target
        let route = AccountsRoute(segments: target.path, query: target.query.pairs)
        let policy: BodyPolicy =
            switch route {
            case .join?: .memory(limit: 128 << 10)
            case .signIn?, .passkeyQuestion?, .passkey?, .signOut?, .newPasskey?, .joinClass?,
                .admin?:
                .memory(limit: 16 << 10)
            default: .unread
            }
        return RequestHandler(bodyPolicy: head.hasBody ? policy : .unread) { request in
            let start = ContinuousClock.now
            @Sendable func answer() -> Response {
                InterfaceLanguage.withCurrent(request.preferredLanguage) {
                    self.secured(self.answer(route, request), request)
                }
            }
            let isPost = request.method == .post
            let response =
                switch route {
                case .signIn? where isPost, .join? where isPost: await self.checks.run(answer)
                case .joinClass?:
                    if let learner = self.learnerJoining(by: request) {
                        await self.workingOnEdition(for: learner.id, answer)
                    } else {
                        answer()
                    }
                default: answer()
                }
            if isPost, route?.takesSecret == true,
                [.unauthorized, .unprocessableContent].contains(response.status)
            {
                await Self.waitToRefuse(since: start)
            }
            return response
        }
    }

    private func answer(_ route: AccountsRoute?, _ request: Request) -> Response {
        do throws(HTTPError) {
            guard let route else { return try sharedAnswer(request) }
            switch (route, request.method) {
            case (.home, .get), (.home, .head): return try home(request)
            case (.signIn(let to), .get), (.signIn(let to), .head):
                return signInPage(to: ReturnPath(to), request)
            case (.signIn, .post): return try signIn(request)
            case (.passkeyQuestion, .post): return passkeyQuestion()
            case (.passkey, .post): return try signInByPasskey(request)
            case (.signedIn(let to), .get): return try keepSession(request, to: ReturnPath(to))
            case (.people, .get), (.people, .head): return try people(request)
            case (.signOut, .post): return try signOut(request)
            case (.join, .get), (.join, .head): return .page(JoinPage())
            case (.join, .post): return try join(request)
            case (.newPasskey, .post): return try newPasskey(request)
            case (.joinClass, .get), (.joinClass, .head): return .page(JoinClassPage())
            case (.joinClass, .post): return try joinClass(request)
            case (.admin(let search, let page), .get), (.admin(let search, let page), .head):
                return try admin(request, search: search, page: page)
            case (.admin(let search, let page), .post):
                return try changeAccounts(request, search: search, page: page)
            default: throw HTTPError(.methodNotAllowed, "This can’t be done at this address.")
            }
        } catch {
            return .refusal(error, to: request, at: nil, settings: StudySettings())
        }
    }

    /// What is the same for everybody.
    private func sharedAnswer(_ request: Request) throws(HTTPError) -> Response {
        guard request.method == .get || request.method == .head else {
            throw HTTPError(.methodNotAllowed, "This can’t be done at this address.")
        }
        switch Route(request.target) {
        case .asset(let version, let name):
            return try StaticFiles.asset(version: version, name: name)
        case .manifest: return StaticFiles.manifest()
        case .offline: return StaticFiles.offline()
        case .help(let search): return ManualAnswers.chapters(search: search)
        case .chapter(let name, _): return try ManualAnswers.chapter(name)
        case .status where request.peer == .unix:
            return .json(
                ServerStatus(
                    program: program,
                    address: access.origin,
                    isLocked: false,
                    wantsPairing: false,
                    pairedBrowsers: nil
                )
            )
        default: throw HTTPError(.notFound, "This page doesn’t exist.")
        }
    }

    private func home(_ request: Request) throws(HTTPError) -> Response {
        let session = try session(of: request)
        let learners = session.map { $0.accounts + $0.closed } ?? []
        switch learners.count {
        case 0: return .redirect(to: AccountsRoute.signIn().path).cached(.never)
        case 1: return .redirect(to: Self.home(of: learners[0])).cached(.never)
        default: return try people(request)
        }
    }

    private func people(_ request: Request) throws(HTTPError) -> Response {
        guard let session = try session(of: request) else {
            return .redirect(to: AccountsRoute.signIn().path).cached(.never)
        }
        return .page(
            PeoplePage(
                people: session.accounts.map(Person.init),
                closed: session.closed.map(Person.init),
                isAdmin: session.accounts.contains { $0.role == .admin }
            )
        )
    }

    // MARK: - Signing in

    private static func home(of account: Account) -> String {
        AccountsRoute.base(of: account.name.text) + "/"
    }

    private func signInPage(to back: ReturnPath?, _ request: Request) -> Response {
        // Passkeys are bound to a host name, not to an address such as 127.0.0.1.
        if case .loopback = access.reach, let host = request.host?.lowercased(),
            !access.origin.hasSuffix("://\(host)"), request.peer != .unix
        {
            let address = access.origin + AccountsRoute.signIn(to: back?.path).path
            return .redirect(to: address).cached(.never)
        }
        return .page(SignInPage(destination: back))
    }

    private func signIn(_ request: Request) throws(HTTPError) -> Response {
        let form = try request.form()
        // Keyboards of phones add a space after a word.
        let name = (form["name"] ?? "").tidied
        let back = ReturnPath(form["to"])
        func page(_ problem: Phrase, _ status: Status, wait: Int64? = nil) -> Response {
            let response: Response =
                request.isByScript
                ? .json(SignInAnswer(says: problem.description), status: status)
                : .page(
                    SignInPage(name: name, problem: problem, destination: back),
                    status: status
                )
            return wait.map { response.with("Retry-After", "\($0)") } ?? response
        }
        guard let passphrase = form["passphrase"].flatMap({ Passphrase($0) }) else {
            return page("Enter your name and your passphrase.", .unprocessableContent)
        }
        let guess = try guess(LearnerName(name), request)
        if let wait = wait(before: guess) {
            let seconds = max(1, wait.components.seconds)
            return page(
                "Too many tries. Wait \(Int(seconds)) seconds, then try again.",
                .tooManyRequests,
                wait: seconds
            )
        }
        let account = try translating { () throws(AccountsError) in
            try accounts.account(named: guess.name, knowing: passphrase)
        }
        guard let account else {
            return page("The name or the passphrase is wrong. Try again.", .unauthorized)
        }
        succeed(guess)
        return try signIn(account, request, to: back)
    }

    /// Signs a learner in, in the browser that asks, and leads to their pages or back to where they were.
    private func signIn(
        _ account: Account,
        _ request: Request,
        to back: ReturnPath?
    ) throws(HTTPError) -> Response {
        let session = try session(of: request)
        let secret = try translating { () throws(AccountsError) in
            try accounts.signIn(
                account,
                browser: request.headers["User-Agent"] ?? "",
                replacing: session
            )
        }
        let home = Self.home(of: account)
        let to =
            back.flatMap { back in
                back.path.hasPrefix(home) || back.path == AccountsRoute.joinClass.path
                    || account.isOpen && account.role == .admin
                        && back.path == AccountsRoute.admin().path
                    ? back.path : nil
            } ?? home
        let response: Response
        switch carrier {
        case .account: preconditionFailure("that session is this one")
        case .cookie:
            let answer: Response =
                request.isByScript ? .json(SignInAnswer(to: to)) : .redirect(to: to).cached(.never)
            response = answer.with(
                SetCookie(
                    SessionCarrier.cookieName,
                    secret,
                    maxAge: .seconds(400 * 86_400),
                    isSecure: true
                )
            )
        case .authentication:
            let path = AccountsRoute.signedIn(to: to).path
            response =
                request.isByScript
                ? .json(SignInAnswer(to: to, session: secret))
                : .redirect(
                    to: SessionCarrier.address(of: secret, at: request.host ?? "", to: path)
                ).cached(.never)
        }
        return response.with(try cookie(for: account.name, request))
    }

    /// `GET /signed-in`: makes a browser keep the secret that it was given for HTTP authentication.
    private func keepSession(
        _ request: Request,
        to back: ReturnPath?
    ) throws(HTTPError) -> Response {
        let to = back?.path ?? AccountsRoute.home.path
        if try session(of: request) != nil {
            // In full, because a relative address would repeat the secret.
            return request.isByScript
                ? .json(SignInAnswer(to: to))
                : .redirect(to: "http://\(request.host ?? "")\(to)").cached(.never)
        }
        // A page of another site must not make the browser ask for a name and a password.
        guard carrier == .authentication, request.headers["Authorization"] == nil,
            request.isFromOwnPage
        else { return .redirect(to: AccountsRoute.signIn(to: to).path).cached(.never) }
        return Response(.unauthorized, headers: ["WWW-Authenticate": SessionCarrier.challenge])
            .cached(.never)
    }

    private func signOut(_ request: Request) throws(HTTPError) -> Response {
        let form = try request.form()
        if let session = try session(of: request),
            let name = form["name"].flatMap({ LearnerName($0) }),
            let account = session.account(named: name) ?? session.closedAccount(named: name)
        {
            try translating { () throws(AccountsError) in
                if form["do"] == "everywhere" {
                    try accounts.signOutEverywhere(account)
                } else {
                    try accounts.signOut(account, of: session.id)
                }
            }
        }
        return .redirect(to: AccountsRoute.people.path).cached(.never)
            // Not "storage", which holds answers that the server does not have yet.
            .with("Clear-Site-Data", #""cache""#)
    }

    // MARK: - Passkeys

    private var relyingParty: RelyingParty? { RelyingParty(origin: access.origin) }

    private func passkeyQuestion() -> Response {
        guard let relyingParty else { return .json(PasskeyAnswer(publicKey: nil)) }
        let options = PasskeyRequestOptions(challenges.draw(for: .unlocking), at: relyingParty)
        return .json(PasskeyAnswer(publicKey: options))
    }

    private func signInByPasskey(_ request: Request) throws(HTTPError) -> Response {
        func refused() -> Response {
            let phrase: Phrase =
                "No account here has this passkey. Sign in another way, or ask for an invitation."
            return .json(SignInAnswer(says: phrase.description), status: .unauthorized)
        }
        guard let relyingParty, let sent = SentAssertion(json: request.bytes),
            let assertion = sent.assertion,
            let (account, passkey) = try translating({ () throws(AccountsError) in
                try accounts.owner(ofPasskey: assertion.credential)
            })
        else { return refused() }
        let count = try? assertion.check(
            passkey,
            at: relyingParty,
            answering: challenges,
            for: .unlocking
        )
        guard let count else { return refused() }
        try translating { () throws(AccountsError) in try accounts.count(count, of: passkey) }
        let to = (try? parseJSON(request.bytes, orRefuse: "") as Destination)?.to
        return try signIn(account, request, to: ReturnPath(to))
    }

    private struct Destination: Decodable {
        let to: String?
    }

    /// What a new passkey is made for, for somebody with an invitation.
    private func newPasskey(_ request: Request) throws(HTTPError) -> Response {
        let form = try request.form()
        guard let account = try invited(Self.invitation(in: form)) else {
            return .json(SignInAnswer(says: Self.badInvitation.description), status: .unauthorized)
        }
        guard let relyingParty else { return .json(PasskeyAnswer(publicKey: nil)) }
        let known = try translating { () throws(AccountsError) in try accounts.passkeys(of: account)
        }
        let options = PasskeyCreationOptions(
            challenges.draw(for: .enrolment),
            at: relyingParty,
            user: withUnsafeBytes(of: account.id.rawValue.bigEndian) { Array($0) },
            named: account.title,
            excluding: known.filter { $0.relyingParty == relyingParty.id },
            salt: Passkey.unusedSalt
        )
        return .json(CreationAnswer(publicKey: options))
    }

    // MARK: - Invitations

    private static let badInvitation: Phrase =
        "This invitation isn’t valid any more. Ask whoever runs the server for another one."

    private static let badPasskey: Phrase =
        "That passkey can’t be used here. Try again, or choose a passphrase."

    private static func invitation(in form: Query) -> String {
        AccountsRoute.secret(in: (form["invitation"] ?? "").tidied)
    }

    /// Who is invited; nil if nobody is.
    ///
    /// Tries are slow but have no limit: nobody guesses 128 bits, and a limit would refuse the invitations of others on the same
    /// network.
    private func invited(_ secret: String) throws(HTTPError) -> Account? {
        try translating { () throws(AccountsError) in try accounts.invited(by: secret) }
    }

    private func join(_ request: Request) throws(HTTPError) -> Response {
        let form = try request.form()
        let secret = Self.invitation(in: form)
        func refused(_ problem: Phrase? = nil, _ flaws: PassphraseFlaws = .none) -> Response {
            if request.isByScript {
                let words = problem ?? flaws.words
                return .json(
                    SignInAnswer(says: words?.description ?? ""),
                    status: .unprocessableContent
                )
            }
            let page = JoinPage(invitation: secret, problem: problem, flaws: flaws)
            return .page(page, status: .unprocessableContent)
        }
        guard try invited(secret) != nil else { return refused(Self.badInvitation) }
        let credential: NewCredential
        do throws(PassphraseFlaws) {
            guard let chosen = try self.credential(in: form) else {
                return refused(Self.badPasskey)
            }
            credential = chosen
        } catch {
            return refused(nil, error)
        }
        let (account, problem) = try translating {
            () throws(AccountsError) -> (Account?, Phrase?) in
            do throws(AccountsError) {
                return (try accounts.use(invitation: secret, for: credential), nil)
            } catch .badInvitation {
                // Used meanwhile.
                return (nil, Self.badInvitation)
            } catch .passkeyOfAnother {
                return (nil, Self.badPasskey)
            }
        }
        guard let account else { return refused(problem) }
        return try signIn(account, request, to: nil)
    }

    /// The passphrase or passkey in a form; nil if the passkey is not valid.
    private func credential(in form: Query) throws(PassphraseFlaws) -> NewCredential? {
        if let client = form["client-data"] {
            guard let relyingParty, let clientData = Base64URL.bytes(of: client),
                let attestation = form["attestation"].flatMap({ Base64URL.bytes(of: $0) })
            else { return nil }
            let registration = PasskeyRegistration(
                clientData: clientData,
                attestation: attestation
            )
            let passkey = try? registration.passkey(
                at: relyingParty,
                answering: challenges,
                salt: Passkey.unusedSalt
            )
            return passkey.map { .passkey($0) }
        }
        return .passphrase(try Passphrase.new(in: form).get())
    }
}

extension AccountsRoute {
    /// Whether it takes the secret of an invitation or of a class's link, which somebody could guess.
    fileprivate var takesSecret: Bool {
        switch self {
        case .join, .newPasskey, .joinClass: true
        default: false
        }
    }
}

extension Person {
    init(_ account: Account) { self.init(name: account.name.text, title: account.title) }
}

/// What a script is told after a try to sign in.
private struct SignInAnswer: Encodable {
    var to: String?
    var session: String?
    var says: String?
}

private struct PasskeyAnswer: Encodable {
    let publicKey: PasskeyRequestOptions?
}

private struct CreationAnswer: Encodable {
    let publicKey: PasskeyCreationOptions
}
