import HTTP
import Languages
import Notes
import Pages
import Sodium
import Vault

extension LockGate {
    /// The cookie of a browser in which the library was unlocked.
    ///
    /// Cookies ignore ports, so the name holds the port: two libraries on one machine must not overwrite each other's.
    var cookieName: String {
        isSecure ? "__Host-omena-unlocked" : "omena-unlocked-\(access.port)"
    }

    private var isSecure: Bool { access.origin.hasPrefix("https") }

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
        if isUse, state == .open { lock.noteUse() }
        if wantsJSON(request) {
            var answer = UnlockAnswer(state, share: lock.progress)
            if let failure = lock.lastFailure { answer.add(failure) }
            return .json(answer)
        }
        if state == .open { return .redirect(to: back ?? ReturnPath(.home)) }
        // Passkeys are bound to a host name; an address such as 127.0.0.1 is none.
        if case .loopback = access.reach, let host = request.host?.lowercased(),
            !access.origin.hasSuffix("://\(host)")
        {
            let address = access.origin + Route.unlock(to: back?.path).path
            return .redirect(to: address).cached(.never)
        }
        return page(nil, to: back, for: request)
    }

    /// `POST /unlock/passphrase`, `/recovery`, `/passkey`.
    func unlock(by key: UnlockKey, _ request: Request) throws(HTTPError) -> Response {
        let form = key == .passkey ? Query() : try request.form()
        let back = ReturnPath(form["to"])
        let wantsJSON = key == .passkey || wantsJSON(request)
        do throws(LockFailure) {
            let attempt = try attempt(key, form, request)
            let wasLocked = lock.state == .locked
            let session = try lock.unlock(attempt)
            let cookie = SetCookie(cookieName, session, isSecure: isSecure)
            guard wantsJSON else { return .redirect(to: back ?? ReturnPath(.home)).with(cookie) }
            var answer = UnlockAnswer(.open)
            if request.peer == .unix {
                answer.session = session
                answer.wasLocked = wasLocked
            }
            return .json(answer).with(cookie)
        } catch {
            var response =
                wantsJSON
                ? Response.json(UnlockAnswer(.failed(error))) : page(error, to: back, for: request)
            response.status = error.status
            if let wait = error.wait { response.headers["Retry-After"] = "\(wait)" }
            return response
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
        return
            response
            .with(SetCookie(cookieName, "", maxAge: .zero, isSecure: isSecure))
            .with("Clear-Site-Data", #""cache""#)
    }

    /// What a passkey has to sign at this address; nil where none would work.
    func passkeyQuestion() -> PasskeyRequestOptions? {
        guard let relyingParty, let slots = try? lock.slots() else { return nil }
        let passkeys = slots.compactMap { slot in
            if case .passkey(let passkey) = slot.means, passkey.relyingParty == relyingParty.id {
                passkey
            } else {
                nil
            }
        }
        let moment = clock.now().milliseconds
        let challenge = lock.challenges.draw(for: .unlocking, at: moment)
        return PasskeyRequestOptions(challenge, at: relyingParty, of: passkeys)
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
        case .passkey, .challenge:
            guard let relyingParty else { throw .passkey(.otherOrigin) }
            guard request.head.contentType == "application/json",
                let sent = try? parseJSON(request.bytes, orRefuse: "") as SentAssertion,
                let (assertion, secret) = sent.parts
            else { throw .passkey(.malformed) }
            return .passkey(assertion, secret, at: relyingParty)
        }
    }
}

/// The assertion of a passkey, with its bytes in base64url as WebAuthn writes them.
private struct SentAssertion: Decodable {
    let id: String
    let clientDataJSON: String
    let authenticatorData: String
    let signature: String
    let prf: String?

    var parts: (PasskeyAssertion, PasskeySecret)? {
        guard let id = Base64URL.bytes(of: id),
            let clientData = Base64URL.bytes(of: clientDataJSON),
            let authenticatorData = Base64URL.bytes(of: authenticatorData),
            let signature = Base64URL.bytes(of: signature),
            var made = prf.flatMap({ Base64URL.bytes(of: $0) }),
            let secret = PasskeySecret(taking: &made)
        else { return nil }
        let assertion = PasskeyAssertion(
            credential: id,
            clientData: clientData,
            authenticatorData: authenticatorData,
            signature: signature
        )
        return (assertion, secret)
    }
}
