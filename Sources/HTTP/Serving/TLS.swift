/// What a server shows to prove who it is (TLS 1.2 and later).
public struct TLS: Sendable {
    /// The certificate, and those that vouch for it, in PEM.
    public var certificate: [UInt8]
    /// Its private key in PEM, without a passphrase.
    public var key: [UInt8]

    /// Makes a pair; whether they belong together shows when the server starts.
    public init(certificate: [UInt8], key: [UInt8]) {
        self.certificate = certificate
        self.key = key
    }
}
