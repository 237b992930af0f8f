package import Notes

/// What a browser needs for a card whose answer is a place on the map.
package struct MapQuestion: Equatable, Sendable {
    /// The right answer.
    package var place: Place
    /// How far apart the places of its deck are, in metres; decides which pins can be told apart (`Recall.MapTarget`).
    package var scale: Double
    /// Pins to choose among instead of tapping, including its own; empty where there is no other place to offer.
    package var choices: [Place]
    /// The south-western and north-eastern corners that a map has to show, so that its extent does not reveal the answer.
    package var corners: [Place]

    package init(place: Place, scale: Double, choices: [Place] = [], corners: [Place] = []) {
        self.place = place
        self.scale = scale
        self.choices = choices
        self.corners = corners
    }

    /// The labels of the choices: their coordinates, with as many decimals as distinguish them.
    package var names: [String] {
        let decimals = scale >= 100_000 ? 1 : scale >= 10_000 ? 2 : 4
        return choices.map { $0.text(decimals: decimals) }
    }

    /// The position of the right choice.
    package var right: Int? { choices.firstIndex(of: place) }
}
