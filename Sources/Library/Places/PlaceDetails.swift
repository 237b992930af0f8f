package import Notes

/// Everything that a sheet shows of one place.
package struct PlaceDetails: Hashable, Sendable {
    /// The note that is the place.
    package var note: Note
    /// The deck that it lies in.
    package var deck: DeckName
    /// What the names of pictures and sounds mean that its texts hold.
    package var media: [String: MediaHash]

    /// What it is called.
    package var name: String { note.text(of: .placeName) }
    /// What is there.
    package var description: String { note.text(of: .placeDescription) }
}
