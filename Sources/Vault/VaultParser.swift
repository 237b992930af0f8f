/// The parsers of untrusted bytes, for fuzzing.
package enum VaultParser: String, CaseIterable, Sendable {
    case cbor
    case publicKey
    case clientData
    case authenticator
    case head
    case keys
    case recoveryCode

    /// Whether the parser accepts the bytes.
    package func reads(_ bytes: [UInt8]) -> Bool {
        switch self {
        case .cbor: (try? CBOR(bytes)) != nil
        case .publicKey: (try? PasskeyPublicKey(bytes)) != nil
        case .clientData: (try? ClientData(bytes)) != nil
        case .authenticator: (try? AuthenticatorData(bytes)) != nil
        case .head: (try? SealedHeader(bytes, path: "")) != nil
        case .keys: (try? KeyRing(body: bytes, path: "").bytes).map { _ in true } ?? false
        case .recoveryCode: (try? RecoveryCode(String(decoding: bytes, as: UTF8.self))) != nil
        }
    }
}
