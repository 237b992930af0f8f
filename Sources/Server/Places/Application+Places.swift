import HTTP
import Languages
import Library
import LibraryValues
import Notes
import Pages

extension Application {
    /// Shows or changes places.
    func places(_ route: PlacesRoute, _ request: Request) throws -> Response {
        let browser = browser(of: request)
        switch (route, request.method) {
        case (.map, .post):
            let change = try placeChange(in: request)
            guard change.place != nil else {
                throw HTTPError(.badRequest, "A pin needs a latitude and a longitude.")
            }
            let (added, note) = try library.addPlace(change, by: browser)
            return .json(PlaceAnswer(try placeNote(note), after: added))
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
            return .json(PointAnswer(place))
        case (.place(let note), .post) where request.contentType != "application/json":
            return try takePlace(note, request)
        case (.place(let note), .post):
            let change = try library.changePlace(note, placeChange(in: request), by: browser)
            return .json(PlaceAnswer(try placeNote(note), after: change))
        case (.place(let note), _): return try place(note, request)
        }
    }

    func placeNote(_ id: NoteID) throws -> Note {
        guard let note = try library.placeNote(id) else { throw Self.noPlace }
        return note
    }

    static var noPlace: HTTPError {
        HTTPError(.notFound, "This place doesn’t exist. If it was deleted, it may be in the bin.")
    }

    private func placeChange(in request: Request) throws -> PlaceChange {
        let body: PlaceRequest = try request.decodeJSON(
            orRefuse: "The body is not a JSON object that describes a place."
        )
        return PlaceChange(
            name: body.name,
            description: body.description,
            place: try body.place,
            tags: body.tags,
            deck: try body.deck.map { try deck(named: $0) }
        )
    }
}

/// What the map's script sends about a place; what is missing stays as it is.
private struct PlaceRequest: Decodable {
    let name: String?
    let description: String?
    let latitude: Double?
    let longitude: Double?
    /// Coordinates in any common notation, instead of numbers.
    let `where`: String?
    let tags: String?
    /// The name or the id of a deck.
    let deck: String?

    var place: Place? {
        get throws(HTTPError) {
            let hasNumbers = latitude != nil || longitude != nil
            let place =
                hasNumbers
                ? Place(latitude: latitude ?? .nan, wrapping: longitude ?? .nan)
                : `where`.flatMap { Place(reading: $0) }
            guard place != nil || !hasNumbers && `where` == nil else {
                throw HTTPError(.unprocessableContent, NoteFlaw(.noPlace, at: .place).words)
            }
            return place
        }
    }
}

/// A place and the last change to it, for the map's script.
struct PlaceAnswer: Encodable {
    let id: String
    let name: String
    let isNew: Bool
    let latitude: Double?
    let longitude: Double?
    let `where`: String?
    let undo: String?
    let says: String?

    init(_ note: Note, after change: Change?) {
        id = note.id.description
        name = note.text(of: .placeName)
        isNew = name == Place.newName
        latitude = note.place?.latitude
        longitude = note.place?.longitude
        `where` = note.place?.text
        undo = change?.id.description
        says = change?.says.pageText
    }
}

/// Parsed coordinates.
private struct PointAnswer: Encodable {
    let latitude: Double
    let longitude: Double
    let `where`: String

    init(_ place: Place) {
        latitude = place.latitude
        longitude = place.longitude
        `where` = place.text
    }
}
