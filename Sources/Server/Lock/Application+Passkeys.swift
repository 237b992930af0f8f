import HTTP
import Pages
import Sodium
import Vault

extension Application {
    /// The site that passkeys are bound to; nil where they do not work.
    var relyingParty: RelyingParty? { RelyingParty(origin: access.origin) }

    /// Whether passkeys can be added at the address of a request.
    func passkeyAvailability(of request: Request) -> PasskeyAvailability {
        guard relyingParty != nil else { return .nowhere }
        let isHere = request.host.map { access.origin.hasSuffix("://\($0.lowercased())") } == true
        return isHere ? .here : .at(access.origin + Route.lockSettings(.overview).path)
    }

    /// `GET /settings/lock/passkey`: the options for a new passkey, for a script.
    func passkeyEnrolment() throws -> Response {
        guard let relyingParty else { throw PasskeyError.otherOrigin }
        let known = lock.ring?.ring.passkeys(at: relyingParty.id) ?? []
        let enrolment = PasskeyCreationOptions(
            lock.challenges.draw(for: .enrolment),
            at: relyingParty,
            // Unique, because an authenticator replaces a passkey of the same site and user.
            user: SecureGenerator.bytes(count: 16),
            named: lock.libraryName,
            excluding: known.map(\.passkey),
            salt: SecureGenerator.bytes(count: 32)
        )
        return .json(enrolment)
    }

    /// The passkey in a form, and its secret.
    func passkey(in form: Query) throws -> NewSlot {
        func bytes(_ name: String) throws(PasskeyError) -> [UInt8] {
            guard let text = form[name], let bytes = Base64URL.bytes(of: text) else {
                throw .malformed
            }
            return bytes
        }
        guard let relyingParty else { throw PasskeyError.otherOrigin }
        let registration = PasskeyRegistration(
            clientData: try bytes("client-data"),
            attestation: try bytes("attestation")
        )
        let passkey = try registration.passkey(
            at: relyingParty,
            answering: lock.challenges,
            salt: try bytes("salt")
        )
        var secret = try bytes("secret")
        guard let secret = PasskeySecret(taking: &secret) else { throw PasskeyError.withoutSecret }
        return .passkey(passkey, secret)
    }
}

extension LibraryLock {
    /// The learner's name on a server of several, else that of the library's file without its extension.
    var libraryName: String {
        if let learner = PageFrame.current.learner { return learner }
        let file = path.split(separator: "/").last.map(String.init) ?? path
        let ending = ".omena"
        return file.hasSuffix(ending) ? String(file.dropLast(ending.count)) : file
    }
}
