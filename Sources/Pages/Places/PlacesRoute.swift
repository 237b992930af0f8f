internal import LibraryValues
package import Notes

/// The addresses of places and the map.
package enum PlacesRoute: Hashable, Sendable {
    /// The map and the list of all places, centred on `at` (GET); adds a place (POST, JSON).
    case map(at: String? = nil, done: ChangeID? = nil)
    /// All pins (JSON).
    case pins
    /// Parses coordinates that the learner typed (JSON).
    case point(String)
    /// One place as a page (GET, POST of its form) or in JSON (GET, POST changes it, DELETE moves it to the bin).
    case place(NoteID)
    /// Sets the style of the map, and from which servers it may load tiles (POST).
    case tiles
    /// Wikipedia articles near a point (JSON).
    case nearby(String)
    /// The thumbnail of a nearby article, by its name in the list of articles.
    case picture(String)
    /// Creates a card or a place from an article (POST, JSON).
    case articles
}

extension PlacesRoute {
    /// Reads the address of a request; nil where there is no such address.
    init?(segments: [String], query: some Collection<(name: String, value: String)>) {
        func value(_ name: String) -> String? { query.first { $0.name == name }?.value }
        guard segments.first == "places" else { return nil }
        switch (segments.count, segments.last) {
        case (1, _):
            self = .map(at: value("at"), done: value("done").flatMap { ChangeID($0) })
        case (2, "pins"): self = .pins
        case (2, "point"): self = .point(value("text") ?? "")
        case (2, "tiles"): self = .tiles
        case (2, "nearby"): self = .nearby(value("at") ?? "")
        case (2, "articles"): self = .articles
        case (3, let name?) where segments[1] == "pictures": self = .picture(name)
        case (2, let text?):
            guard let note = NoteID(text) else { return nil }
            self = .place(note)
        default: return nil
        }
    }

    /// The path, with the query if there is one, percent-encoded.
    var path: String {
        switch self {
        case .map(let at, let done):
            address("/places", ("at", at), ("done", done?.description))
        case .pins: "/places/pins"
        case .point(let text): address("/places/point", ("text", text.isEmpty ? nil : text))
        case .tiles: "/places/tiles"
        case .nearby(let at): address("/places/nearby", ("at", at.isEmpty ? nil : at))
        case .picture(let name): "/places/pictures/\(name.percentEncoded)"
        case .articles: "/places/articles"
        case .place(let note): "/places/\(note)"
        }
    }
}
