/// Where a place lies as somebody wrote it, and where that is.
public struct WrittenPlace: Hashable, Sendable {
    /// As it was written; empty for nowhere.
    public let text: String
    /// The point; nil where the text is of none.
    public let place: Place?
    /// Whether the text is all that is known.
    private let isRead: Bool

    /// Reads coordinates in any common form.
    public init(_ text: String) {
        self.text = text
        place = Place(reading: text)
        isRead = true
    }

    /// A point, and the text in which it is edited.
    public init(_ place: Place) {
        text = place.text
        self.place = place
        isRead = false
    }

    /// Whether something is written that is no point.
    public var isUnreadable: Bool { place == nil && !text.isEmpty }

    /// The point that stands when this was written over another; one that was left as it was shown keeps all its digits.
    func place(over old: Place?) -> Place? { isRead && old?.text == text ? old : place }
}
