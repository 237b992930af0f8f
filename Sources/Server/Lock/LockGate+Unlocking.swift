import HTTP
import Languages
import Pages
import Vault

extension LockGate {
    var carrier: SessionCarrier { access.hasAccounts ? .account : SessionCarrier(access) }

    /// The site that passkeys are bound to; nil where they do not work.
    private var relyingParty: RelyingParty? { RelyingParty(origin: access.origin) }

    /// The state as this browser sees it: locked where the library is open for others alone.
    private func state(for request: Request) -> LockState {
        let state = lock.state
        return state == .open && !mayEnter(request) ? .locked : state
    }

    private func wantsJSON(_ request: Request) -> Bool {
        request.isByScript || request.peer == .unix
    }

    /// `GET /unlock`: the page, or the state for a script.
    func unlockPage(_ request: Request, to back: ReturnPath?, isUse: Bool) -> Response {
        let state = state(for: request)
        if isUse, state == .open { lock.recordUse() }
        if wantsJSON(request) {
            var answer = UnlockAnswer(state, share: lock.progress)
            if let failure = lock.lastFailure { answer.add(failure) }
            return .json(answer)
        }
        if state == .open { return .redirect(to: back ?? ReturnPath(.home)) }
        // Passkeys are bound to a host name, not to an address such as 127.0.0.1.
        if case .loopback = access.reach, let host = request.host?.lowercased(),
            !access.origin.hasSuffix("://\(host)")
        {
            let address = access.origin + Route.unlock(to: back?.path).path
            return .redirect(to: address).cached(.never)
        }
        return page(nil, to: back, for: request)
    }

    /// `GET /unlocked`: makes a browser keep the secret that it was given for HTTP authentication.
    func keepSession(_ request: Request, to back: ReturnPath?) -> Response {
        let back = back ?? ReturnPath(.home)
        guard carrier == .authentication else { return .redirect(to: back) }
        if mayEnter(request) {
            if wantsJSON(request) { return .json(UnlockAnswer(state(for: request))) }
            // In full, because a relative address would repeat the secret.
            return .redirect(to: "http://\(request.host ?? "")\(back.path)").cached(.never)
        }
        // A page of another site must not make the browser ask for a name and a password.
        guard request.headers["Authorization"] == nil, request.isFromOwnPage else {
            return .redirect(to: .unlock(to: back.path))
        }
        return Response(.unauthorized, headers: ["WWW-Authenticate": SessionCarrier.challenge])
            .cached(.never)
    }

    /// `POST /unlock/passphrase`, `/recovery`, `/passkey`.
    func unlock(by key: UnlockKey, _ request: Request) throws(HTTPError) -> Response {
        let form = key == .passkey ? Query() : try request.form()
        let back = ReturnPath(form["to"])
        let wantsJSON = key == .passkey || wantsJSON(request)
        // A script keeps a token of its own, which no other port of this machine receives.
        let cookies = request.cookies.all(KnownBrowser.cookieName(access))
        let known = form["browser"].map { [$0] } ?? []
        do throws(LockFailure) {
            let attempt = try attempt(key, form, request)
            let wasLocked = lock.state == .locked
            let client = UnlockClient(request, showing: known + cookies)
            let own = carrier == .account ? carrier.secrets(in: request).first : nil
            let session = try lock.unlock(attempt, by: client, admitting: own)
            guard request.peer != .unix else {
                var answer = UnlockAnswer(.open)
                (answer.session, answer.wasLocked) = (session, wasLocked)
                return .json(answer)
            }
            var response = opened(session, request, to: back, isByScript: wantsJSON) { answer in
                guard key != .passkey, !lock.knows(known) else { return }
                let browser = KnownBrowser.newToken()
                lock.meet(browser)
                answer.browser = browser
            }
            if !lock.knows(cookies) {
                let browser = KnownBrowser.newToken()
                lock.meet(browser)
                response = response.with(KnownBrowser.cookie(browser, access))
            }
            return response
        } catch {
            var response =
                wantsJSON
                ? Response.json(UnlockAnswer(.failed(error))) : page(error, to: back, for: request)
            response.status = error.status
            if let wait = error.wait { response.headers["Retry-After"] = "\(wait)" }
            return response
        }
    }

    /// What gives a browser its session.
    private func opened(
        _ session: String,
        _ request: Request,
        to back: ReturnPath?,
        isByScript: Bool,
        _ complete: (inout UnlockAnswer) -> Void
    ) -> Response {
        var answer = UnlockAnswer(.open)
        if isByScript { complete(&answer) }
        switch carrier {
        case .cookie:
            let cookie = SetCookie(SessionCarrier.cookieName, session, isSecure: true)
            let response: Response =
                isByScript ? .json(answer) : .redirect(to: back ?? ReturnPath(.home))
            return response.with(cookie)
        case .account:
            return isByScript ? .json(answer) : .redirect(to: back ?? ReturnPath(.home))
        case .authentication:
            answer.session = session
            let path = Route.unlocked(to: back?.path).path
            let host = request.host ?? ""
            return isByScript
                ? .json(answer)
                : .redirect(to: SessionCarrier.address(of: session, at: host, to: path))
                    .cached(.never)
        }
    }

    /// `POST /unlock/salt`: from what a passkey derives its secret, for a page in which its owner has just signed.
    ///
    /// What is signed names the page's origin with its port, so that a page of another port cannot have the salt.
    func passkeySalt(_ request: Request) -> Response {
        do throws(LockFailure) {
            guard let relyingParty else { throw .passkey(.otherOrigin) }
            guard let assertion = try sentAssertion(request).assertion else {
                throw .passkey(.malformed)
            }
            let passkey = try lock.passkey(signing: assertion, for: .unlocking, at: relyingParty)
            return .json(["salt": Base64URL.text(of: passkey.salt)])
        } catch {
            return .json(UnlockAnswer(.failed(error)), status: error.status)
        }
    }

    /// `POST /lock`: any unlocked browser may lock the library for all, and so may any command of this user.
    func lockNow(_ request: Request) throws(HTTPError) -> Response {
        guard lock.isLockable else {
            throw HTTPError(.conflict, "This library has no lock.")
        }
        guard request.peer == .unix || mayEnter(request) else {
            throw HTTPError(.unauthorized, Self.lockedPhrase)
        }
        lock.lock()
        let response: Response =
            wantsJSON(request) ? .json(UnlockAnswer(.locking)) : .redirect(to: .unlock())
        // Not "storage", which holds answers that the server does not have yet, and no questions.
        let cleared = response.with("Clear-Site-Data", #""cache""#)
        guard carrier == .cookie else { return cleared }
        return cleared.with(
            SetCookie(SessionCarrier.cookieName, "", maxAge: .zero, isSecure: true)
        )
    }

    /// What a passkey has to sign at this address; nil where none would work.
    func passkeyQuestion() -> PasskeyRequestOptions? {
        lock.question(for: .unlocking, at: relyingParty)
    }

    /// The page for unlocking, with why the last attempt failed.
    private func page(
        _ failure: LockFailure?,
        to back: ReturnPath?,
        for request: Request
    ) -> Response {
        var state = failure.map { LockState.failed($0) } ?? state(for: request)
        var slots: [KeySlot] = []
        do throws(VaultError) {
            slots = try lock.slots()
        } catch {
            if failure == nil, state == .locked { state = .failed(.vault(error)) }
        }
        if state == .locked, let unfinished = lock.lastFailure { state = .failed(unfinished) }
        let page = UnlockPage(
            name: lock.libraryName,
            methods: UnlockPage.Methods(slots, at: relyingParty?.id),
            state: state,
            destination: back
        )
        let response = Response.page(page)
        // For browsers without scripts.
        return [.locking, .unlocking].contains(state) ? response.with("Refresh", "1") : response
    }

    private func attempt(
        _ key: UnlockKey,
        _ form: Query,
        _ request: Request
    ) throws(LockFailure) -> UnlockCredential {
        switch key {
        case .passphrase:
            guard let passphrase = form["passphrase"].flatMap({ Passphrase($0) }) else {
                throw .nothingGiven
            }
            return .passphrase(passphrase)
        case .recovery:
            guard let code = form["code"], !code.allSatisfy(\.isWhitespace) else {
                throw .nothingGiven
            }
            do throws(VaultError) { return .recovery(try RecoveryCode(code)) } catch {
                throw .vault(error)
            }
        case .passkey, .salt, .challenge:
            guard let relyingParty else { throw .passkey(.otherOrigin) }
            let sent = try sentAssertion(request)
            guard let assertion = sent.assertion, let secret = sent.secret else {
                throw .passkey(.malformed)
            }
            return .passkey(assertion, secret, at: relyingParty)
        }
    }

    private func sentAssertion(_ request: Request) throws(LockFailure) -> SentAssertion {
        guard request.head.contentType == "application/json",
            let sent = SentAssertion(json: request.bytes)
        else { throw .passkey(.malformed) }
        return sent
    }
}
