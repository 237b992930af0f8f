internal import CCrypto
internal import Glibc

/// What the certificate of a server says, the first of a chain in PEM.
package struct ServerCertificate: Sendable {
    /// When it becomes valid, and when it expires; in seconds since 1970.
    package let validity: ClosedRange<Int64>
    /// Whether nobody but its owner vouches for it.
    package let isSelfSigned: Bool
    private let text: [UInt8]

    /// Nil if the text contains no certificate.
    package init?(pem text: [UInt8]) {
        self.text = text
        let facts = Self.withCertificate(in: text) { certificate in
            guard let start = Self.seconds(X509_get0_notBefore(certificate)),
                let end = Self.seconds(X509_get0_notAfter(certificate)), start <= end
            else { return nil as (ClosedRange<Int64>, Bool)? }
            let issuer = X509_get_issuer_name(certificate)
            let isSelfSigned = X509_NAME_cmp(X509_get_subject_name(certificate), issuer) == 0
            return (start...end, isSelfSigned)
        }
        guard let facts, let facts else { return nil }
        (validity, isSelfSigned) = facts
    }

    /// Whether it is for a host, which is a name or an address.
    package func isFor(_ host: String) -> Bool {
        Self.withCertificate(in: text) { certificate in
            X509_check_host(certificate, host, host.utf8.count, 0, nil) == 1
                || X509_check_ip_asc(certificate, host, 0) == 1
        } ?? false
    }

    private static func withCertificate<Result>(
        in text: [UInt8],
        _ body: (OpaquePointer) -> Result
    ) -> Result? {
        text.withUnsafeBytes { bytes in
            let stream = BIO_new_mem_buf(bytes.baseAddress, Int32(clamping: bytes.count))
            defer { BIO_free(stream) }
            guard let certificate = PEM_read_bio_X509(stream, nil, nil, nil) else { return nil }
            defer { X509_free(certificate) }
            return body(certificate)
        }
    }

    private static func seconds(_ time: UnsafePointer<ASN1_TIME>?) -> Int64? {
        var parts = tm()
        guard ASN1_TIME_to_tm(time, &parts) == 1 else { return nil }
        return Int64(timegm(&parts))
    }
}
