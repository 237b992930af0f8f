internal import Library
public import Notes

/// What is asked of the notes, and which page of the answer, as the query of an address says it.
public struct NoteSearch: Hashable, Sendable {
    /// As a learner types it.
    public var query: String
    /// In which order the notes come.
    public var sort: NoteSort
    /// The most notes of the page.
    public var limit: Int
    /// The note behind which the page begins; nil is for the first page.
    public var after: NoteID?

    /// How many notes a page may have.
    public static let limits = 1...1_000

    /// Puts a search together; a limit that is out of bounds is brought to the nearest one.
    public init(
        _ query: String,
        sort: NoteSort = .newest,
        limit: Int = 50,
        after: NoteID? = nil
    ) {
        self.query = query
        self.sort = sort
        self.limit = min(max(limit, Self.limits.lowerBound), Self.limits.upperBound)
        self.after = after
    }

    /// Reads the query of an address; nil where a value is no such thing.
    init?(query items: some Collection<(name: String, value: String)>) {
        func value(of name: String) -> String? { items.first { $0.name == name }?.value }
        self.init(value(of: "query") ?? "")
        if let text = value(of: "sort") {
            guard let sort = NoteSort(rawValue: text) else { return nil }
            self.sort = sort
        }
        if let text = value(of: "limit") {
            guard let limit = Int(text) else { return nil }
            self = NoteSearch(query, sort: sort, limit: limit)
        }
        if let text = value(of: "after") {
            guard let after = NoteID(text) else { return nil }
            self.after = after
        }
    }

    /// Everything in one order, as it stands in an address.
    var text: String {
        let after = after.map { "&after=\($0)" } ?? ""
        return "query=\(query.percentEncoded)&sort=\(sort.rawValue)&limit=\(limit)\(after)"
    }
}
