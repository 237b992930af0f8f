package struct TileSource: Codable, Hashable, Sendable {
    /// The URL template of a tile, with `{z}`, `{x}` and `{y}`.
    package var address: String
    /// The attribution that its terms require.
    package var credit: String
    /// A link to the terms; empty if there is none.
    package var link: String
    /// The maximum zoom level, above which tiles are enlarged.
    package var deepest: Int

    package init(address: String, credit: String, link: String = "", deepest: Int = 19) {
        self.address = address
        self.credit = credit
        self.link = link
        self.deepest = deepest
    }

    /// Its origin for the content security policy; nil if the URL is not acceptable.
    ///
    /// Only safe characters may reach a header. Without TLS only this machine is allowed.
    package var origin: String? {
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

    package var host: String { origin.map { String($0.drop { $0 != "/" }.dropFirst(2)) } ?? "" }

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
