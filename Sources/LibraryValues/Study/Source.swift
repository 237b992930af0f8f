/// What a session studies: the union of some decks, tags and the results of a search; all decks if it names nothing.
///
/// Written as a URL query (`deck=A&deck=B&tag=T&query=Q`, or `decks=all`) in canonical order, so that the text identifies the
/// session in the browser that runs it.
package struct Source: Hashable, Sendable {
    /// The most decks and tags that one session may name.
    package static let most = 100

    /// The names of decks, each including its nested decks; sorted, without duplicates.
    package let decks: [String]
    /// The names of tags, each including its nested tags; sorted, without duplicates.
    package let tags: [String]
    package let query: String?

    package init(decks: [String] = [], tags: [String] = [], query: String? = nil) {
        self.decks = Self.canonical(decks)
        self.tags = Self.canonical(tags)
        self.query = query
    }

    package init(deck: String) { self.init(decks: [deck]) }

    package static let all = Source()

    /// Reads a URL query and ignores other names; nil if it names nothing, or more than `most` decks and tags.
    package init?(query items: some Collection<(name: String, value: String)>) {
        if items.contains(where: { $0 == ("decks", "all") }) {
            self = .all
            return
        }
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

    /// As a URL query, without the question mark.
    package var text: String {
        guard self != .all else { return "decks=all" }
        let items =
            decks.map { ("deck", $0) } + tags.map { ("tag", $0) }
            + (query.map { [("query", $0)] } ?? [])
        return items.map { "\($0.0)=\($0.1.percentEncoded)" }.joined(separator: "&")
    }

    /// Sorted by bytes, so that of two Unicode spellings of one name always the same one remains.
    private static func canonical(_ names: [String]) -> [String] {
        var known: Set<String> = []
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            .filter { known.insert($0).inserted }
    }
}
