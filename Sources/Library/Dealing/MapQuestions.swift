internal import LibraryValues
internal import Notes
internal import Recall
internal import Storage

/// Chooses the places to ask among: the others of the same deck, which are read once.
struct MapQuestions {
    /// At least how many other places of a larger deck are considered, evenly spread over it.
    private static let mostOthers = 500
    /// How many pins to choose among.
    private static let mostChoices = 4
    /// Wrong pins are drawn from this many nearest places, so that none can be ruled out at a glance.
    private static let nearest = 12

    private var places: [DeckID: [Place]] = [:]

    /// The map question of a card; nil where its answer is not a place on the map.
    mutating func question(
        for note: Note,
        _ face: Face,
        _ reader: borrowing some Reading & ~Copyable
    ) throws -> MapQuestion? {
        guard face == .map, let place = note.place else { return nil }
        let there = try places[note.deck] ?? reader.places(in: note.deck)
        places[note.deck] = there
        let step = max(1, there.count / Self.mostOthers)
        let others = stride(from: 0, to: there.count, by: step).map { there[$0] }
            .filter { $0 != place }.map { (place: $0, distance: $0.distance(to: place)) }
        let target = MapTarget(distances: others.map(\.distance))
        var question = MapQuestion(
            place: place,
            scale: target.scale,
            corners: Self.corners(of: others.map(\.place) + [place])
        )
        let wrong = others.filter { target.grade(distance: $0.distance) == .again }
            .sorted { $0.distance < $1.distance }.prefix(Self.nearest).map(\.place)
        guard !wrong.isEmpty else { return question }
        var chance = SplitMix64(seed: CardID(note: note.id, face: face).seed)
        var choices = Array(wrong)
        chance.shuffle(&choices)
        choices = [place] + choices.prefix(Self.mostChoices - 1)
        chance.shuffle(&choices)
        question.choices = choices
        return question
    }

    /// The bounds of all places; the whole world for a single one.
    private static func corners(of places: [Place]) -> [Place] {
        let (latitudes, longitudes) = (places.map(\.latitude), places.map(\.longitude))
        guard places.count > 1, let south = latitudes.min(), let north = latitudes.max(),
            let west = longitudes.min(), let east = longitudes.max()
        else { return [] }
        return [
            Place(latitude: south, longitude: west), Place(latitude: north, longitude: east),
        ].compactMap { $0 }
    }
}
