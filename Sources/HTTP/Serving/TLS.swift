/// The certificate of a server (TLS 1.2 and later).
package struct TLS: Sendable {
    /// The certificate chain in PEM.
    package var certificate: [UInt8]
    /// The private key in PEM, without a passphrase.
    package var key: [UInt8]

    /// Whether the two belong together is checked when the server starts.
    package init(certificate: [UInt8], key: [UInt8]) {
        self.certificate = certificate
        self.key = key
    }
}
