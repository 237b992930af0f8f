import HTTP
import Languages
import Library
import Notes
import Pages
import Vault

extension Application {
    /// The pages and forms under `/settings/lock`.
    func lockSettings(_ route: LockRoute, _ request: Request) throws -> Response {
        do {
            return try answerLockSettings(route, request)
        } catch let error as KeyRequired {
            return try askForKey(error, for: request, back: .lockSettings(.overview))
        } catch let error as LockFailure {
            return try refusal(error.words, request)
        } catch let error as VaultError {
            return try refusal(error.words, request)
        } catch let error as PasskeyError {
            return try refusal(error.words, request)
        }
    }

    private func answerLockSettings(_ route: LockRoute, _ request: Request) throws -> Response {
        let isChange = request.method == .post
        if case .on = route { return try turnLockOn(request) }
        if case .passkey = route, !isChange { return try passkeyEnrolment() }
        if case .overview = route { return try lockOverview(for: request) }
        guard let ring = lock.ring else { return back }
        switch route {
        case .overview, .on: return back
        case .off where isChange:
            try requireKey(request)
            guard lock.begin(.unseal(ring.key)) else { return back }
            return .redirect(to: .unlock(to: Route.settings().path))
        case .off: return try ask(.off)
        case .passkey:
            try requireKey(request)
            return try addPasskey(request)
        case .passphrase(let replaced):
            let slot = try replaced.map { try self.slot($0, of: ring) }
            return isChange
                ? try addPassphrase(replacing: slot, of: ring, request)
                : try show(.passphrase(replacing: slot.map { page(of: $0, in: ring) }))
        case .key: return try isChange ? changeKey(of: ring, request) : show(.key())
        case .recoveryCode where isChange:
            try requireKey(request)
            return try makeRecoveryCode()
        case .recoveryCode:
            let replaces = ring.ring.slots.contains { $0.kind == .recovery }
            return try ask(.recoveryCode(replaces: replaces))
        case .name(let id):
            let slot = try slot(id, of: ring)
            guard isChange else { return try show(.name(page(of: slot, in: ring))) }
            let name = try request.form()["name"] ?? ""
            try requireKey(request)
            try lock.changeKeys(.renamed, slot: slot.id) { try $0.rename(slot.id, to: name.tidied) }
            return back
        case .removal(let id):
            let slot = try slot(id, of: ring)
            guard isChange else { return try ask(.removal(page(of: slot, in: ring))) }
            try requireKey(request)
            try lock.changeKeys(.removed, slot: slot.id) { try $0.remove(slot.id) }
            return back
        case .idle: return try changeIdleTime(request)
        case .history: return try lockHistory(of: ring)
        }
    }

    // MARK: - Pages

    /// `GET /settings/lock`: the lock, or what it would do.
    private func lockOverview(
        saying problem: Phrase? = nil,
        flaws: PassphraseFlaws = .none,
        for request: Request,
        status: Status = .ok
    ) throws -> Response {
        let settings = try library.settings()
        guard let ring = lock.ring else {
            let page = TurnOnPage(
                passkeys: passkeyAvailability(of: request),
                flaws: flaws,
                problem: problem ?? lock.lastFailure?.words,
                settings: settings
            )
            return .page(page, status: status)
        }
        let page = LockPage(
            slots: ring.ring.slots.map { self.page(of: $0, in: ring) },
            idleMinutes: settings.lockMinutes,
            passkeys: passkeyAvailability(of: request),
            problem: problem,
            now: clock.now(),
            settings: settings
        )
        return .page(page, status: status)
    }

    private func refusal(_ words: Phrase, _ request: Request) throws -> Response {
        if request.isByScript {
            return .json(["error": words.description], status: .conflict)
        }
        return try lockOverview(saying: words, for: request, status: .conflict)
    }

    private func lockHistory(of ring: OpenKeyRing) throws -> Response {
        let names = ring.ring.slots.map { (LockSlotID($0.id.bytes), ring[$0.id]?.name ?? "") }
        let page = LockHistoryPage(
            events: lock.history,
            names: Dictionary(names) { first, _ in first },
            time: MomentFormatter(now: clock.now(), offset: clock.offset()),
            settings: try library.settings()
        )
        return .page(page)
    }

    private func ask(_ action: LockConfirmationPage.Action) throws -> Response {
        .page(LockConfirmationPage(action, settings: try library.settings()))
    }

    private func show(
        _ form: LockFormPage.Form,
        status: Status = .ok
    ) throws -> Response {
        .page(LockFormPage(form, settings: try library.settings()), status: status)
    }

    private func show(
        _ code: RecoveryCode,
        for occasion: RecoveryCodePage.Occasion
    ) throws -> Response {
        let page = RecoveryCodePage(
            code: code.text,
            name: lock.libraryName,
            occasion: occasion,
            settings: try library.settings()
        )
        return .page(page)
    }

    private var back: Response {
        .redirect(to: .lockSettings(.overview))
    }

    private func page(of slot: KeySlot, in ring: OpenKeyRing) -> LockSlot {
        let label = ring[slot.id]
        let site: String? =
            if case .passkey(let passkey) = slot.means { passkey.relyingParty } else { nil }
        return LockSlot(
            id: LockSlotID(slot.id.bytes),
            kind: slot.kind,
            site: site,
            name: label?.name ?? "",
            used: label?.used.map { Moment(milliseconds: $0) },
            isLast: ring.isLast(slot.id)
        )
    }

    private func slot(_ id: LockSlotID, of ring: OpenKeyRing) throws(VaultError) -> KeySlot {
        let slot = ring.ring.slots.first { LockSlotID($0.id.bytes) == id }
        guard let slot else { throw .noSuchSlot }
        return slot
    }

    // MARK: - Changes

    /// `POST /settings/lock/on`: with a passkey if the form contains one, else with a passphrase.
    ///
    /// The recovery code is shown while the library is being sealed, after which it is locked.
    private func turnLockOn(_ request: Request) throws -> Response {
        guard !lock.isLockable else { return back }
        let form = try request.form()
        let slot: NewSlot
        var name = ""
        if form["client-data"] != nil {
            slot = try passkey(in: form)
            name = browserName(of: request)
        } else {
            switch Passphrase.new(in: form) {
            case .success(let passphrase): slot = .passphrase(passphrase)
            case .failure(let flaws):
                return try lockOverview(flaws: flaws, for: request, status: .unprocessableContent)
            }
        }
        let (code, ring) = try newRing(for: VaultKey(), slot, named: name)
        let browser = KnownBrowser.newToken()
        let response = try show(code, for: .lock).with(KnownBrowser.cookie(browser, access))
        // The code is shown only if it will open the library.
        return lock.begin(.seal(ring), in: browser) ? response : back
    }

    private func addPassphrase(
        replacing old: KeySlot?,
        of ring: OpenKeyRing,
        _ request: Request
    ) throws -> Response {
        let passphrase: Passphrase
        switch Passphrase.new(in: try request.form()) {
        case .success(let new): passphrase = new
        case .failure(let flaws):
            let replaced = old.map { page(of: $0, in: ring) }
            return try show(.passphrase(replacing: replaced, flaws), status: .unprocessableContent)
        }
        try requireKey(request)
        let moment = clock.now().milliseconds
        try lock.changeKeys(.added) { ring in
            let name = old.flatMap { ring[$0.id]?.name } ?? ""
            try ring.add(.passphrase(passphrase), named: name, at: moment)
            if let old { try ring.remove(old.id) }
        }
        return back
    }

    /// `POST /settings/lock/key`: afterwards only the new passphrase and a new code open the library.
    private func changeKey(of old: OpenKeyRing, _ request: Request) throws -> Response {
        switch Passphrase.new(in: try request.form()) {
        case .success(let passphrase):
            try requireKey(request)
            let key = VaultKey(replacing: old.key)
            let (code, ring) = try newRing(for: key, .passphrase(passphrase))
            let response = try show(code, for: .key)
            return lock.begin(.reseal(ring)) ? response : back
        case .failure(let flaws): return try show(.key(flaws), status: .unprocessableContent)
        }
    }

    /// The key ring of a new key: a way to unlock that the learner has chosen, and a recovery code.
    private func newRing(
        for key: VaultKey,
        _ slot: NewSlot,
        named name: String = ""
    ) throws(VaultError) -> (RecoveryCode, OpenKeyRing) {
        let moment = clock.now().milliseconds
        let code = RecoveryCode()
        var ring = try OpenKeyRing(for: key, slot, named: name, at: moment)
        try ring.add(.recoveryCode(code), named: "", at: moment)
        return (code, ring)
    }

    private func makeRecoveryCode() throws -> Response {
        let code = RecoveryCode()
        let moment = clock.now().milliseconds
        try lock.changeKeys(.added) { ring in
            let old = ring.ring.slots.filter { $0.kind == .recovery }
            try ring.add(.recoveryCode(code), named: "", at: moment)
            for slot in old { try ring.remove(slot.id) }
        }
        return try show(code, for: .request)
    }

    private func changeIdleTime(_ request: Request) throws -> Response {
        guard let minutes = try request.form()["minutes"].flatMap({ Int($0) }),
            StudySettings.Limits.lockMinutes.contains(minutes)
        else { throw HTTPError(.badRequest, "The form doesn’t give a number of minutes.") }
        try requireKey(request)
        try library.changeSettings { $0.lockMinutes = minutes }
        return back
    }

    private func addPasskey(_ request: Request) throws -> Response {
        let slot = try passkey(in: try request.form())
        let name = browserName(of: request)
        let moment = clock.now().milliseconds
        try lock.changeKeys(.added) { ring in
            guard case .passkey(let new, _) = slot,
                !ring.ring.passkeys(at: new.relyingParty)
                    .contains(where: { $0.passkey.credential == new.credential })
            else { throw PasskeyError.malformed }
            try ring.add(slot, named: name, at: moment)
        }
        return back
    }

    /// The default name of a new passkey: `Firefox on Android`.
    private func browserName(of request: Request) -> String {
        let agent = String((request.headers["User-Agent"] ?? "").prefix(200))
        return BrowserName(agent).text.description
    }
}
