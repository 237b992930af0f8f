import HTTP
import Languages
import Notes
import Pages
import Sodium
import Vault

extension LockGate {
    /// The name of the cookie that says that the library was unlocked in this browser.
    ///
    /// Cookies know no ports; two libraries served by one machine must not overwrite one another's.
    var cookieName: String {
        isSecure ? "__Host-omena-unlocked" : "omena-unlocked-\(access.port)"
    }

    private var isSecure: Bool { access.origin.hasPrefix("https") }

    /// The site that passkeys are bound to; nil where they do not work.
    private var relyingParty: RelyingParty? { RelyingParty(origin: access.origin) }

    /// The state as this browser sees it.
    private func state(for request: Request) -> LockState {
        let state = lock.state
        guard state == .open, !mayPass(request, hasToken: false) else { return state }
        return .locked
    }

    /// `GET /unlock`: the page, or the state for a script that asks for it.
    func unlocking(_ request: Request, to back: Back?, isUse: Bool) -> Response {
        let state = state(for: request)
        if isUse, state == .open { lock.noticeUse() }
        if request.isByScript || request.peer == .unix {
            var answer = UnlockAnswer(state, share: lock.progress)
            if let failure = lock.lastFailure { answer.add(failure) }
            return .json(encode(answer)).cached(.never)
        }
        if state == .open { return .redirect(to: (back ?? Back(.home)).path).cached(.never) }
        // Passkeys are bound to a name, and a number is none.
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
        let back = Back(form["to"])
        do throws(LockFailure) {
            let attempt = try attempt(key, form, request)
            let wasLocked = lock.state == .locked
            let session = try lock.unlock(attempt)
            let cookie = SetCookie(cookieName, session, isSecure: isSecure)
            if request.isByScript || request.peer == .unix || key == .passkey {
                var answer = UnlockAnswer(.open)
                if request.peer == .unix {
                    answer.session = session
                    answer.wasLocked = wasLocked
                }
                return Response.json(encode(answer)).with(cookie).cached(.never)
            }
            return Response.redirect(to: (back ?? Back(.home)).path).with(cookie).cached(.never)
        } catch {
            var response: Response
            if request.isByScript || request.peer == .unix || key == .passkey {
                response = .json(encode(UnlockAnswer(.failed(error))))
            } else {
                response = page(error, to: back, for: request)
            }
            response.status = error.status
            if let wait = error.wait { response.headers["Retry-After"] = "\(wait)" }
            return response.cached(.never)
        }
    }

    /// `POST /lock`: whoever is in may lock it, for all; a command of this user always may.
    func lockNow(_ request: Request) throws(HTTPError) -> Response {
        guard lock.isLockable else {
            throw HTTPError(.conflict, "This library has no lock.")
        }
        guard request.peer == .unix || mayPass(request, hasToken: false) else {
            throw HTTPError(.unauthorized, LockedWords.phrase)
        }
        lock.lock()
        let gone = SetCookie(cookieName, "", maxAge: .zero, isSecure: isSecure)
        let response: Response =
            request.isByScript || request.peer == .unix
            ? .json(encode(UnlockAnswer(.locking)))
            : .redirect(to: Route.unlock().path)
        // Not "storage": answers wait there that the server does not have yet, and nothing of what was asked.
        return response.with(gone).with("Clear-Site-Data", #""cache""#).cached(.never)
    }

    /// What passkeys are asked at this address; nil where none would do.
    func question() -> PasskeyQuestion? {
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
        return PasskeyQuestion(challenge, at: relyingParty, of: passkeys)
    }

    /// The page, which says why a key was not taken, or that there is nothing to do just now.
    private func page(
        _ failure: LockFailure?,
        to back: Back?,
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
            ways: UnlockPage.Ways(slots, at: relyingParty?.id),
            state: state,
            to: back
        )
        let response = Response.html(page.render()).cached(.never)
        // Without a script the page looks again by itself.
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
                let sent = try? readJSON(request.bytes, "") as SentAssertion,
                let (assertion, secret) = sent.parts
            else { throw .passkey(.malformed) }
            return .passkey(assertion, secret, at: relyingParty)
        }
    }
}

/// What a browser sends of a passkey that has signed: bytes in base 64, as WebAuthn writes them.
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
