import HTTP
import Languages
import Library
import Notes
import Pages

extension PlacesRoute {
    /// What can be done at this address.
    var methods: [Method] {
        switch self {
        case .map: [.get, .post]
        case .pins, .point, .nearby, .picture: [.get]
        case .tiles, .articles: [.post]
        case .place: [.get, .post, .delete]
        }
    }
}

extension Application {
    /// Looks at or changes places.
    func places(_ route: PlacesRoute, _ request: Request) throws -> Response {
        let browser = browser(of: request)
        switch (route, request.method) {
        case (.map, .post):
            let wish = try PlaceOrder.decode(request).change(with: self)
            guard wish.place != nil else {
                throw HTTPError(.badRequest, "A pin needs a latitude and a longitude.")
            }
            let (change, note) = try library.addPlace(wish, by: browser)
            return try answer(PlaceAnswer(found(note), after: change))
        case (.map(_, let done), _): return try map(done: done, request)
        case (.tiles, _): return try changeTiles(request)
        case (.nearby(let at), _): return try nearby(at)
        case (.picture(let name), _): return try picture(name)
        case (.articles, _): return try keepArticle(request)
        case (.pins, _):
            return .json(try library.pins().jsonBytes).cached(.never)
        case (.point(let text), _):
            guard let place = Place(reading: text) else {
                throw HTTPError(.unprocessableContent, NoteFlaw(.noPlace, at: .place).words)
            }
            return try answer(PointAnswer(place))
        case (.place(let note), .post) where request.contentType != "application/json":
            return try takePlace(note, request)
        case (.place(let note), .post):
            let wish = try PlaceOrder.decode(request).change(with: self)
            let change = try library.changePlace(note, wish, by: browser)
            return try answer(PlaceAnswer(found(note), after: change))
        case (.place(let note), .delete):
            _ = try found(note)
            return try answer(Done(try library.delete([note], by: browser)))
        case (.place(let note), _) where !request.isByScript:
            return try place(note, request)
        case (.place(let note), _):
            return try answer(PlaceAnswer(found(note)))
        }
    }

    func found(_ note: NoteID) throws -> PlaceDetails {
        guard let details = try library.placeDetails(note) else {
            throw HTTPError(.notFound, "There is no such place. It may lie in the bin.")
        }
        return details
    }

    func answer(_ value: some Encodable) throws -> Response {
        .json(encode(value)).cached(.never)
    }
}

/// What the map's script says of a place; what it leaves out stays as it is.
private struct PlaceOrder: Decodable {
    let name: String?
    let description: String?
    let latitude: Double?
    let longitude: Double?
    /// Coordinates in any common form, instead of numbers.
    let text: String?
    let tags: String?
    /// The name or the id of a deck.
    let deck: String?

    private enum CodingKeys: String, CodingKey {
        case name, description, latitude, longitude, tags, deck
        case text = "where"
    }

    static func decode(_ request: Request) throws(HTTPError) -> PlaceOrder {
        try request.decodeJSON("The body is not a JSON object that says something of a place.")
    }

    func change(with application: Application) throws -> PlaceChange {
        var place: Place?
        if latitude != nil || longitude != nil {
            place = Place(latitude: latitude ?? .nan, wrapping: longitude ?? .nan)
        } else if let text {
            place = Place(reading: text)
        }
        guard place != nil || latitude == nil && longitude == nil && text == nil else {
            throw HTTPError(.unprocessableContent, NoteFlaw(.noPlace, at: .place).words)
        }
        return PlaceChange(
            name: name,
            description: description,
            place: place,
            tags: tags,
            deck: try deck.map { try application.deck(named: $0) }
        )
    }
}

/// What the map's script is told of a place, and of what was just done to it.
struct PlaceAnswer: Encodable {
    struct Picture: Encodable {
        let address: String
        let words: String
    }

    let id: String
    let name: String
    let isNew: Bool
    let description: String
    let latitude: Double?
    let longitude: Double?
    let text: String?
    let tags: [String]
    let deck: String
    let pictures: [Picture]
    let undo: String?
    let says: String?

    private enum CodingKeys: String, CodingKey {
        case id, name, isNew, description, latitude, longitude, tags, deck, pictures, undo, says
        case text = "where"
    }

    init(_ details: PlaceDetails, after change: Change? = nil) {
        let note = details.note
        id = note.id.description
        name = details.name
        isNew = details.name == Place.newName
        let text = MediaText(details.description) { details.media[$0.name] != nil }
        description = text.ends.text
        latitude = note.place?.latitude
        longitude = note.place?.longitude
        self.text = note.place?.text
        tags = note.tags.map(\.text)
        deck = details.deck.text
        pictures = text.references.compactMap { reference in
            guard reference.kind == .picture, let hash = details.media[reference.name] else {
                return nil
            }
            return Picture(address: Route.media(hash).path, words: reference.caption)
        }
        undo = change?.id.description
        says = change.map { say($0.says) }
    }
}

/// Where coordinates are that somebody wrote.
private struct PointAnswer: Encodable {
    let latitude: Double
    let longitude: Double
    let text: String

    private enum CodingKeys: String, CodingKey {
        case latitude, longitude
        case text = "where"
    }

    init(_ place: Place) {
        latitude = place.latitude
        longitude = place.longitude
        text = place.text
    }
}
