import FoundationEssentials
import HTTP
import Library
import LibraryValues
import Notes
import TestFolder
import TestLibrary
import Testing

@testable import Server

/// Places as the map's script requests and changes them.
struct PlacesTests {
    private let folder: TemporaryFolder
    private let library: Library
    private let application: Application

    init() throws {
        folder = try TemporaryFolder()
        library = try Library.openNew(at: folder.path("library.omena")) { Application.noon }
        application = Application(library)
    }

    private struct Answer: Decodable, Equatable {
        var id: String?
        var name: String?
        var isNew: Bool?
        var latitude: Double?
        var longitude: Double?
        var `where`: String?
        var undo: String?
        var says: String?
    }

    private struct Pins: Decodable, Equatable {
        var ids: [String]
        var names: [String]
        var latitudes: [Double?]
        var longitudes: [Double?]
    }

    private func ask(
        _ method: HTTP.Method,
        _ path: String,
        _ body: String = ""
    ) throws -> (status: Int, bytes: [UInt8]) {
        var headers = ["Accept": "application/json"]
        if method == .post { headers["Content-Type"] = "application/json" }
        let (response, bytes) = try application.ask(
            method,
            path,
            Array(body.utf8),
            headers: headers
        )
        return (response.status.rawValue, bytes)
    }

    private func place(
        _ method: HTTP.Method,
        _ path: String,
        _ body: String = ""
    ) throws -> Answer {
        try JSONDecoder().decode(Answer.self, from: Data(try ask(method, path, body).bytes))
    }

    private func pins() throws -> Pins {
        try JSONDecoder().decode(Pins.self, from: Data(try ask(.get, "/places/pins").bytes))
    }

    @Test func pinIsAddedNamedMovedAndDeleted() throws {
        let dropped = try place(.post, "/places", #"{"latitude": 60.1699, "longitude": 384.9384}"#)
        let id = try #require(dropped.id)

        #expect(dropped.name == "New location")
        #expect(dropped.isNew == true)
        #expect(dropped.where == "60.1699 N, 24.9384 E")

        let named = try place(
            .post,
            "/places/\(id)",
            #"{"name": " Helsinki ", "description": "The capital", "tags": "north sea"}"#
        )
        #expect(named.name == "Helsinki")
        let note = try #require(NoteID(id))
        #expect(try library.placeNote(note)?.tags.map(\.text) == ["north", "sea"])
        #expect(named.says == "Changed “Helsinki”")

        let moved = try place(
            .post,
            "/places/\(id)",
            #"{"latitude": 60.12345678, "longitude": -179.99999999}"#
        )
        #expect(moved.latitude == 60.12345678)
        #expect(moved.says == "Moved “Helsinki” on the map")
        #expect(
            try pins()
                == Pins(
                    ids: [id],
                    names: ["Helsinki"],
                    latitudes: [60.12345678],
                    longitudes: [-179.99999999]
                )
        )

        let deleted = try library.delete([note], by: nil)
        #expect(try pins().ids == [])
        #expect(try ask(.get, "/places/\(id)").status == 404)

        for change in [deleted?.id.description, moved.undo, named.undo] {
            _ = try ask(.post, "/undo", #"{"id": "\#(try #require(change))"}"#)
        }
        #expect(try pins().names == ["New location"])
        _ = try ask(.post, "/undo", #"{"id": "\#(try #require(dropped.undo))"}"#)
        #expect(try pins().ids == [])
        #expect(try library.decks().contains { $0.name.text == "Places" } == false)
    }

    @Test(arguments: [
        #"{}"#, #"{"latitude": 90.5, "longitude": 0}"#, #"{"latitude": 1}"#,
        #"{"where": "London"}"#, #"{"latitude": 1, "longitude": 1e400}"#,
        #"{"latitude": 1, "longitude": 2, "name": " "}"#, #"{"latitude": 1, "#,
    ])
    func pinOutsideTheEarthIsRefused(body: String) throws {
        #expect([400, 409, 422].contains(try ask(.post, "/places", body).status))
        #expect(try pins().ids == [])
        #expect(try library.history() == [])
    }

    @Test func coordinatesAreReadInCommonNotations() throws {
        let found = try place(.get, "/places/point?text=51%C2%B030%E2%80%B2N%200%C2%B08%E2%80%B2W")

        #expect(found.latitude == 51.5)
        #expect(found.where == "51.5 N, 0.13333 W")
        #expect(try ask(.get, "/places/point?text=London").status == 422)
    }
}
