/// What reads bytes that somebody else wrote, for those who try to break it.
package enum VaultParser: String, CaseIterable, Sendable {
    case cbor
    case publicKey
    case clientData
    case authenticator
    case head
    case keys
    case recoveryCode

    /// Reads some bytes; whether they could be taken.
    package func reads(_ bytes: [UInt8]) -> Bool {
        switch self {
        case .cbor: (try? CBOR(bytes)) != nil
        case .publicKey: (try? PasskeyPublicKey(bytes)) != nil
        case .clientData: (try? ClientData(bytes)) != nil
        case .authenticator: (try? AuthenticatorData(bytes)) != nil
        case .head: (try? SealedHead(bytes, path: "")) != nil
        case .keys: (try? KeyRing(body: bytes, path: "").bytes).map { _ in true } ?? false
        case .recoveryCode: (try? RecoveryCode(String(decoding: bytes, as: UTF8.self))) != nil
        }
    }
}
