internal import Languages

/// Where a map's pictures come from, square by square, and who is to be named for them.
public struct TileSource: Codable, Hashable, Sendable {
    /// The address of a square, with `{z}`, `{x}` and `{y}` where its numbers go.
    public var address: String
    /// Whose pictures they are, as their terms want it said.
    public var credit: String
    /// The terms, or more about them; empty where there is nothing to read.
    public var link: String
    /// How far one can go in before squares are only enlarged.
    public var deepest: Int

    /// Names a source.
    public init(address: String, credit: String, link: String = "", deepest: Int = 19) {
        self.address = address
        self.credit = credit
        self.link = link
        self.deepest = deepest
    }

    /// Scheme, host and port, as a policy of what a page may load names them; nil where the address is none of ours.
    ///
    /// Nothing but these letters may reach a header. Without TLS only this machine is asked.
    public var origin: String? {
        let parts = address.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        guard address.utf8.count <= 500, parts.count == 4, parts[1].isEmpty, !parts[2].isEmpty,
            parts[2].utf8.allSatisfy(Self.isOfHost),
            ["{z}", "{x}", "{y}"].allSatisfy({ parts[3].contains($0) }),
            address.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != 0x22 && $0 != 0x5C })
        else { return nil }
        let host = parts[2].prefix { $0 != ":" }
        switch parts[0] {
        case "https:": break
        case "http:" where ["localhost", "127.0.0.1"].contains(host): break
        default: return nil
        }
        return "\(parts[0])//\(parts[2])".lowercased()
    }

    /// The host alone, as a person is told of it.
    public var host: String { origin.map { String($0.drop { $0 != "/" }.dropFirst(2)) } ?? "" }

    private static func isOfHost(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
            UInt8(ascii: ":"):
            true
        default: false
        }
    }
}
