import HTTP
import JSON
import Library
import Pages
import Sodium
import Vault

/// A change was asked for with a session alone, or with a key that is not right.
struct KeyRequired: Error {
    /// Nil where no key was shown.
    let failure: LockFailure?
}

/// What a request asks for, apart from the key that it shows.
private struct ConfirmedAction {
    let address: String
    let fields: [(name: String, value: String)]

    init(_ request: Request) {
        address = request.target.raw
        let form = try? request.form()
        fields = (form?.items ?? []).filter { !$0.name.hasPrefix(ConfirmKeyPage.prefix) }
            .map { ($0.name, $0.value) }
    }

    /// A passkey signs this, so that it confirms nothing else.
    var digest: [UInt8] {
        let texts = [address] + fields.flatMap { [$0.name, $0.value] }
        return Digest(of: texts.flatMap { Digest(of: $0.utf8).bytes }).bytes
    }
}

extension Application {
    /// Makes sure that whoever asks for a change of the lock, or for everything, holds a key and not only a session.
    ///
    /// The key comes with the request, so that it confirms this and nothing else.
    func requireKey(_ request: Request) throws(KeyRequired) {
        // A command has shown a key to get its session.
        guard lock.isLockable, request.peer != .unix else { return }
        let form = (try? request.form()) ?? Query()
        guard form.items.contains(where: { $0.name.hasPrefix(ConfirmKeyPage.prefix) }) else {
            throw KeyRequired(failure: nil)
        }
        do throws(LockFailure) {
            try check(form, of: request)
        } catch {
            throw KeyRequired(failure: error)
        }
    }

    private func check(_ form: Query, of request: Request) throws(LockFailure) {
        let known = request.cookies.all(KnownBrowser.cookieName(access))
        let client = UnlockClient(request, showing: form.all("key-browser") + known)
        if let passphrase = form["key-passphrase"].flatMap({ Passphrase($0) }) {
            try lock.confirm(.passphrase(passphrase), by: client)
        } else if let text = form["key-code"], !text.allSatisfy(\.isWhitespace) {
            try lock.confirm(.recovery(try code(text)), by: client)
        } else if let sent = form["key-passkey"], !sent.isEmpty {
            guard let assertion = SentAssertion(json: Array(sent.utf8))?.assertion else {
                throw .passkey(.malformed)
            }
            guard let relyingParty else { throw .passkey(.otherOrigin) }
            let purpose = PasskeyChallenges.Purpose.confirmation(
                of: ConfirmedAction(request).digest
            )
            _ = try lock.passkey(signing: assertion, for: purpose, at: relyingParty)
        } else {
            throw .nothingGiven
        }
    }

    /// Asks for a key, after which the same request is made again.
    ///
    /// - Parameter back: Where cancelling leads.
    func askForKey(
        _ required: KeyRequired,
        for request: Request,
        back: Route
    ) throws -> Response {
        let action = ConfirmedAction(request)
        let question = lock.question(for: .confirmation(of: action.digest), at: relyingParty)
        let page = ConfirmKeyPage(
            action: action.address,
            fields: action.fields,
            methods: UnlockPage.Methods(try lock.slots(), at: relyingParty?.id),
            question: question.map { String(decoding: JSONCoding.bytes(of: $0), as: UTF8.self) },
            library: lock.libraryName,
            failure: required.failure,
            back: back,
            settings: try library.settings()
        )
        // Never 401: browsers would take it for a refusal of their session, and not show that any more.
        let status = required.failure?.status ?? .forbidden
        var response = Response.page(page, status: status == .unauthorized ? .forbidden : status)
        if let wait = required.failure?.wait { response.headers["Retry-After"] = "\(wait)" }
        return response
    }

    private func code(_ text: String) throws(LockFailure) -> RecoveryCode {
        do throws(VaultError) { return try RecoveryCode(text) } catch { throw .vault(error) }
    }
}
