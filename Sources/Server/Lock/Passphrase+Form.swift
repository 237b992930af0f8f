import HTTP
import Pages
import Vault

extension Passphrase {
    /// The passphrase that a form contains twice, or what is wrong with it.
    static func new(in form: Query) -> Result<Passphrase, PassphraseFlaws> {
        let (text, again) = (form["passphrase"] ?? "", form["again"] ?? "")
        guard text.utf8.count <= maximumSize else { return .failure(.long) }
        guard let passphrase = Passphrase(text) else { return .failure(.short) }
        switch passphrase.weakness {
        case .short: return .failure(.short)
        case .common: return .failure(.common)
        case .simple: return .failure(.simple)
        case nil: return text == again ? .success(passphrase) : .failure(.unequal)
        }
    }
}
