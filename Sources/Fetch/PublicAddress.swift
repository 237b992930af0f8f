internal import Glibc

/// Tells addresses on the internet from those of this computer and its network.
package enum PublicAddress {
    /// Whether an address, as it is about to be connected to, is one on the internet.
    static func isPublic(_ address: UnsafePointer<sockaddr>) -> Bool {
        switch Int32(address.pointee.sa_family) {
        case AF_INET:
            address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                var value = $0.pointee.sin_addr
                return withUnsafeBytes(of: &value) { isPublic(v4: Array($0)) }
            }
        case AF_INET6:
            address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
                var value = $0.pointee.sin6_addr
                return withUnsafeBytes(of: &value) { isPublic(v6: Array($0)) }
            }
        default: false
        }
    }

    /// The same for the four bytes of an IPv4 address, after IANA's registry of special addresses.
    package static func isPublic(v4 bytes: [UInt8]) -> Bool {
        guard bytes.count == 4 else { return false }
        switch (bytes[0], bytes[1]) {
        case (0, _), (10, _), (127, _), (224..., _): return false
        case (100, 64...127), (169, 254), (172, 16...31), (192, 168), (198, 18...19): return false
        case (192, 0) where bytes[2] == 0 || bytes[2] == 2: return false
        case (198, 51) where bytes[2] == 100: return false
        case (203, 0) where bytes[2] == 113: return false
        default: return true
        }
    }

    /// The same for the sixteen bytes of an IPv6 address; an IPv4 address inside decides.
    package static func isPublic(v6 bytes: [UInt8]) -> Bool {
        guard bytes.count == 16 else { return false }
        let isMapped = bytes[..<10].allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
        let isTranslated =
            bytes[..<4].elementsEqual([0x00, 0x64, 0xFF, 0x9B])
            && bytes[4..<12].allSatisfy { $0 == 0 }
        if isMapped || isTranslated { return isPublic(v4: Array(bytes[12...])) }
        if bytes[0] == 0x20, bytes[1] == 0x02 { return isPublic(v4: Array(bytes[2..<6])) }
        // Only 2000::/3 is on the internet; 2001:db8::/32 is for documents, 2001::/32 is Teredo.
        guard bytes[0] & 0xE0 == 0x20 else { return false }
        return
            !(bytes[0] == 0x20 && bytes[1] == 0x01
            && (bytes[2] == 0x0D && bytes[3] == 0xB8 || bytes[2] == 0 && bytes[3] == 0))
    }
}
