/// Coordinates as text, and the point they denote.
package struct PlaceInput: Hashable, Sendable {
    /// The text as written; empty for no position.
    package let text: String
    /// The point; nil if the text has none.
    package let place: Place?
    /// Whether the point was parsed from the text.
    private let isParsed: Bool

    package init(_ text: String) {
        self.text = text
        place = Place(reading: text)
        isParsed = true
    }

    /// A point with the text for editing it.
    package init(_ place: Place) {
        text = place.text
        self.place = place
        isParsed = false
    }

    /// Whether there is text that is not a point.
    package var isUnreadable: Bool { place == nil && !text.isEmpty }

    /// The new point after an edit; if the text is unchanged, the old point with all its digits.
    func place(over old: Place?) -> Place? { isParsed && old?.text == text ? old : place }
}
