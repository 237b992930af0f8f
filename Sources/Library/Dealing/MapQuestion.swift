package import Notes

/// What a browser needs of a card that asks for a place on the map.
package struct MapQuestion: Equatable, Sendable {
    /// Where it is.
    package var place: Place
    /// How far apart the places of its deck lie, in metres; what a tap is worth follows from that (`Recall.Target`).
    package var scale: Double
    /// Pins to choose among instead of tapping, its own among them; none where there is nothing else to choose.
    package var choices: [Place]
    /// The south-western and the north-eastern corner of what a map has to show, so that it gives nothing away.
    package var corners: [Place]

    /// Puts a question together.
    package init(place: Place, scale: Double, choices: [Place] = [], corners: [Place] = []) {
        self.place = place
        self.scale = scale
        self.choices = choices
        self.corners = corners
    }

    /// What the choices are called: where they lie, as exactly as tells them apart.
    package var names: [String] {
        let decimals = scale >= 100_000 ? 1 : scale >= 10_000 ? 2 : 4
        return choices.map { $0.text(decimals: decimals) }
    }

    /// Which of the choices is right.
    package var right: Int? { choices.firstIndex(of: place) }
}
