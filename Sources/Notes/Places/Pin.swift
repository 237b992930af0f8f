/// What a map shows of a place.
public struct Pin: Hashable, Sendable {
    /// The note that is the place.
    public var note: NoteID
    /// What it is called.
    public var name: String
    /// Where it lies; nil where nobody has said yet.
    public var place: Place?

    /// Puts a pin together.
    public init(note: NoteID, name: String, place: Place?) {
        self.note = note
        self.name = name
        self.place = place
    }
}
