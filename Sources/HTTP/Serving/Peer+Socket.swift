internal import Glibc

extension Peer {
    /// Reads the address of a client.
    init(_ address: UnsafeRawPointer?) {
        guard let address else {
            self = .other("unknown")
            return
        }
        switch Int32(address.loadUnaligned(as: sa_family_t.self)) {
        case AF_INET:
            let bytes = address.loadUnaligned(as: sockaddr_in.self).sin_addr
            self = withUnsafeBytes(of: bytes) { Peer(version4: Array($0)) }
        case AF_INET6:
            let bytes = address.loadUnaligned(as: sockaddr_in6.self).sin6_addr
            self = withUnsafeBytes(of: bytes) { Peer(version6: Array($0)) }
        default:
            self = .unix
        }
    }

    /// Reads a numeric address as it is written; nil for anything else.
    package init?(address: some StringProtocol) {
        var bytes = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, String(address), &bytes) == 1 {
            self = Peer(version4: Array(bytes.prefix(4)))
        } else if inet_pton(AF_INET6, String(address), &bytes) == 1 {
            self = Peer(version6: bytes)
        } else {
            return nil
        }
    }

    /// The network of an IPv6 address; nil for other addresses.
    init?(networkOf address: String) {
        var bytes = [UInt8](repeating: 0, count: 16)
        guard inet_pton(AF_INET6, address, &bytes) == 1 else { return nil }
        self = .other(Self.text(version6: bytes.prefix(8) + [UInt8](repeating: 0, count: 8)))
    }

    private init(version4 bytes: [UInt8]) {
        self = bytes[0] == 127 ? .loopback : .other(bytes.map(String.init).joined(separator: "."))
    }

    private init(version6 bytes: [UInt8]) {
        // An IPv4-mapped address (::ffff:192.0.2.1), as on a socket for both families.
        if bytes.starts(with: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]) {
            self.init(version4: Array(bytes[12...]))
        } else if bytes.dropLast().allSatisfy({ $0 == 0 }), bytes[15] == 1 {
            self = .loopback
        } else {
            self = .other(Self.text(version6: bytes))
        }
    }

    private static func text(version6 bytes: [UInt8]) -> String {
        let text = [CChar](unsafeUninitializedCapacity: Int(INET6_ADDRSTRLEN)) { buffer, count in
            count = 0
            if inet_ntop(AF_INET6, bytes, buffer.baseAddress, socklen_t(INET6_ADDRSTRLEN)) != nil {
                count = buffer.firstIndex(of: 0) ?? 0
            }
        }
        return String(decoding: text.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
