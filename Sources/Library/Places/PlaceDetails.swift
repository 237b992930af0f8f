public import Notes

/// Everything that a sheet shows of one place.
public struct PlaceDetails: Hashable, Sendable {
    /// The note that is the place.
    public var note: Note
    /// The deck that it lies in.
    public var deck: DeckName
    /// What the names of pictures and sounds mean that its texts hold.
    public var media: [String: MediaHash]

    /// What it is called.
    public var name: String { note.text(of: .placeName) }
    /// What is there.
    public var description: String { note.text(of: .placeDescription) }
}
