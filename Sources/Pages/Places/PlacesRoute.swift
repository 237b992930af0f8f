internal import LibraryValues
package import Notes

/// The addresses at which places are looked at and changed.
package enum PlacesRoute: Hashable, Sendable {
    /// The map and the list of all places (GET), looking where the address says; adds a place (POST, JSON).
    case map(at: String? = nil, done: ChangeID? = nil)
    /// All pins (JSON).
    case pins
    /// Where coordinates are that somebody wrote (JSON).
    case point(String)
    /// One place on its page (GET, POST of its form) or in JSON (GET, POST changes it, DELETE brings it to the bin).
    case place(NoteID)
    /// Settles what the map looks like, and whom it may ask for pictures (POST).
    case tiles
    /// What Wikipedia knows around a point (JSON).
    case nearby(String)
    /// A small picture of an article that was near, by what the list of articles calls it.
    case picture(String)
    /// Makes a card or a place of an article (POST, JSON).
    case articles
}

extension PlacesRoute {
    /// Reads the address of a request; nil where there is nothing of the kind.
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

    /// The path, and the query if there is one, as it stands in a link.
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
