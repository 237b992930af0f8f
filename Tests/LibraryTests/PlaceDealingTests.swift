import Library
import LibraryValues
import Notes
import Recall
import TestLibrary
import Testing

/// The cards of places: name and description ask for each other, and the name asks to be found on the map.
struct PlaceDealingTests {
    private let fresh: FreshLibrary

    init() throws { fresh = try FreshLibrary() }

    private func add(
        _ name: String?,
        _ description: String? = nil,
        at place: (Double, Double)
    ) throws -> NoteID {
        fresh.clock.advance(by: 1)
        return try fresh.library.addPlace(
            PlaceChange(
                name: name,
                description: description,
                place: Place(latitude: place.0, longitude: place.1)
            ),
            by: nil
        ).note
    }

    private func deal(_ mode: Mode) throws -> [DealtCard] {
        try #require(try fresh.library.deal(mode, Source(deck: "Places"))).cards
    }

    private func addCapitals() throws -> [NoteID] {
        [
            try add("Helsinki", at: (60.1699, 24.9384)), try add("Oslo", at: (59.9139, 10.7522)),
            try add("Paris", at: (48.8566, 2.3522)), try add("Rome", at: (41.9028, 12.4964)),
            try add("Madrid", at: (40.4168, -3.7038)),
        ]
    }

    @Test func nameAsksToBeFoundAmongFourPins() throws {
        let notes = try addCapitals()

        let cards = try deal(.learn)

        #expect(cards.map(\.note) == notes)
        #expect(cards.map(\.face) == [.map, .map, .map, .map, .map])
        let map = try #require(cards[0].map)
        #expect(cards[0].sides?.front.text == "Helsinki")
        #expect(cards[0].sides?.back.text == "60.1699 N, 24.9384 E")
        #expect(map.place == Place(latitude: 60.1699, longitude: 24.9384))
        #expect(map.scale == 2_000_000)
        #expect(map.choices.count == 4)
        #expect(Set(map.choices).count == 4)
        #expect(map.right.map { map.choices[$0] } == map.place)
        #expect(try deal(.learn)[0].map == map)
        #expect(map.names.contains("60.2 N, 24.9 E"))
    }

    @Test func rightPinIsNotAlwaysTheSameChoice() throws {
        // The choice follows from the random ID of the note, so a few notes could share one.
        for number in 0..<40 { _ = try add("Place \(number)", at: (Double(number), 10)) }

        let right = Set(try deal(.learn).compactMap { $0.map?.right })

        #expect(right.count > 1)
    }

    @Test func placeWithADescriptionHasEveryCard() throws {
        let note = try add("Oslo", "Capital of Norway", at: (59.9139, 10.7522))

        var faces: Set<Face> = []
        for _ in 0..<100 where faces.count < 3 {
            faces.formUnion(try deal(.learn).map(\.face))
        }

        #expect(faces == [.placeToDescription, .descriptionToPlace, .map])
        let card = try #require(
            try fresh.library.cards([CardID(note: note, face: .map)], for: .learn).first
        )
        #expect(card?.sides?.back.text == "Capital of Norway")
        #expect(
            card?.map
                == MapQuestion(
                    place: try #require(Place(latitude: 59.9139, longitude: 10.7522)),
                    scale: 1_000_000
                )
        )
    }

    @Test func unnamedPlacesAndQuizzesAskForNothingOnTheMap() throws {
        _ = try add(nil, "Described, but not named", at: (1, 1))
        #expect(try deal(.learn).isEmpty)

        _ = try add("Named", at: (2, 2))
        #expect(try deal(.learn).map(\.face) == [.map])
        #expect(try deal(.quiz).isEmpty)
        #expect(try deal(.review).map(\.face) == [.map])
    }

    /// Two pins in one street are not offered together, because either could be meant.
    @Test func pinNearEnoughToBeRightIsNotOfferedAsWrong() throws {
        _ = try addCapitals()
        _ = try add("Helsinki Cathedral", at: (60.1704, 24.9522))

        let map = try #require(try deal(.learn)[0].map)

        #expect(map.choices.count == 4)
        #expect(map.choices.filter { $0.distance(to: map.place) < 100_000 } == [map.place])
    }
}
