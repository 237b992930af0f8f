/// Authenticator data (WebAuthn Level 3, section 6.1).
struct AuthenticatorData {
    /// The hash of the relying party's id.
    let relyingPartyHash: [UInt8]
    let signCount: UInt32
    let isPresent: Bool
    let isVerified: Bool
    /// The new passkey, in a registration.
    let credential: Credential?

    struct Credential {
        let id: [UInt8]
        /// In COSE format.
        let publicKey: [UInt8]
    }

    private static let hashSize = 32

    init(_ bytes: [UInt8]) throws(PasskeyError) {
        var rest = bytes[...]
        relyingPartyHash = try Self.take(Self.hashSize, from: &rest)
        let flags = try Self.take(1, from: &rest)[0]
        signCount = try Self.take(4, from: &rest).reduce(0) { $0 << 8 | UInt32($1) }
        isPresent = flags & 0x01 != 0
        isVerified = flags & 0x04 != 0
        let (isEligible, isBackedUp) = (flags & 0x08 != 0, flags & 0x10 != 0)
        // A passkey that is not eligible for backup cannot be backed up; the other bits are reserved.
        guard isEligible || !isBackedUp, flags & 0x22 == 0 else { throw .impossible }
        credential = flags & 0x40 != 0 ? try Self.credential(in: &rest) : nil
        if flags & 0x80 != 0 {
            guard let extensions = try? CBOR.next(in: &rest), case .map = extensions else {
                throw .malformed
            }
        }
        guard rest.isEmpty else { throw .malformed }
    }

    private static func credential(
        in rest: inout ArraySlice<UInt8>
    ) throws(PasskeyError) -> Credential {
        // The authenticator's model (AAGUID), which is not used.
        _ = try take(16, from: &rest)
        let size = try take(2, from: &rest).reduce(0) { $0 << 8 | Int($1) }
        guard (1...1023).contains(size) else { throw .malformed }
        let id = try take(size, from: &rest)
        let start = rest
        guard (try? CBOR.next(in: &rest)) != nil else { throw .malformed }
        return Credential(id: id, publicKey: Array(start.prefix(start.count - rest.count)))
    }

    private static func take(
        _ count: Int,
        from rest: inout ArraySlice<UInt8>
    ) throws(PasskeyError) -> [UInt8] {
        guard count <= rest.count else { throw .malformed }
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }
}
