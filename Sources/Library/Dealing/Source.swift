/// What a session is about: some decks, tags and what a search finds; a note that any of them holds belongs to it.
///
/// Written as the query of an address (`deck=A&deck=B&tag=T&query=Q`) in one canonical order, so that the text names the
/// session in the browser that runs it.
package struct Source: Hashable, Sendable {
    /// The most decks and tags that one session may name.
    package static let most = 100

    /// The names of decks, each with the decks inside it; sorted, none twice.
    package let decks: [String]
    /// The names of tags, each with the tags inside it; sorted, none twice.
    package let tags: [String]
    /// What to search for.
    package let query: String?

    /// Brings what is named into its canonical order.
    package init(decks: [String] = [], tags: [String] = [], query: String? = nil) {
        self.decks = Self.canonical(decks)
        self.tags = Self.canonical(tags)
        self.query = query
    }

    /// One deck with the decks inside it.
    package init(deck: String) { self.init(decks: [deck]) }

    /// Reads the query of an address, whose other names mean nothing here; nil where nothing, or too much, is named.
    package init?(query items: some Collection<(name: String, value: String)>) {
        func values(of name: String) -> [String] {
            items.filter { $0.name == name }.map(\.value)
        }
        let queries = values(of: "query")
        self.init(decks: values(of: "deck"), tags: values(of: "tag"), query: queries.first)
        let named = decks + tags + queries
        guard (1...Self.most).contains(named.count), queries.count <= 1,
            !named.contains("")
        else { return nil }
    }

    /// As the query of an address, without the question mark.
    package var text: String {
        let items =
            decks.map { ("deck", $0) } + tags.map { ("tag", $0) }
            + (query.map { [("query", $0)] } ?? [])
        return items.map { "\($0.0)=\($0.1.percentEncoded)" }.joined(separator: "&")
    }

    /// Sorted by bytes, so that of two spellings of one name it is always the same one that stays.
    private static func canonical(_ names: [String]) -> [String] {
        var known: Set<String> = []
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            .filter { known.insert($0).inserted }
    }
}

extension String {
    /// With everything but letters, digits, `-`, `.`, `_` and `~` written as `%XX`, as it may stand in an address.
    package var percentEncoded: String {
        let digits = Array("0123456789ABCDEF".utf8)
        var encoded: [UInt8] = []
        for byte in utf8 {
            if byte.isUnreserved {
                encoded.append(byte)
            } else {
                encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 0xF)]]
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }
}

extension UInt8 {
    /// Whether RFC 3986 lets the byte stand for itself anywhere in an address.
    package var isUnreserved: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "_"), UInt8(ascii: "~"):
            true
        default: false
        }
    }
}
