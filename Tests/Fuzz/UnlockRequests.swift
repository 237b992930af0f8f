import Sodium

@testable import Server
@testable import Vault

/// Reads the assertion of a passkey as a script sends it.
func readAssertion(_ bytes: [UInt8]) {
    guard let sent = SentAssertion(json: bytes) else { return }
    _ = sent.secret
    guard let assertion = sent.assertion else { return }
    _ = try? ClientData(assertion.clientData)
    _ = try? AuthenticatorData(assertion.authenticatorData)
}

/// Reads a passphrase: its bytes are wiped, and its normalized form is the same passphrase.
func readPassphrase(_ bytes: [UInt8]) {
    var sent = bytes
    let passphrase = Passphrase(taking: &sent)
    precondition(sent.allSatisfy { $0 == 0 })
    guard let spelled = passphrase?.secret.revealed else { return }
    // Normalizing may lengthen it.
    guard spelled.count <= Passphrase.maximumSize else { return }
    var copy = spelled
    precondition(Passphrase(taking: &copy)?.secret.revealed == spelled)
}
