/// What a server shows to prove who it is (TLS 1.2 and later).
package struct TLS: Sendable {
    /// The certificate, and those that vouch for it, in PEM.
    package var certificate: [UInt8]
    /// Its private key in PEM, without a passphrase.
    package var key: [UInt8]

    /// Makes a pair; whether they belong together shows when the server starts.
    package init(certificate: [UInt8], key: [UInt8]) {
        self.certificate = certificate
        self.key = key
    }
}
