package import Notes

/// What a sheet shows of one place.
package struct PlaceDetails: Hashable, Sendable {
    package var note: Note
    package var deck: DeckName
    /// The media that its texts refer to, by name.
    package var media: [String: MediaHash]

    package var name: String { note.text(of: .placeName) }
    package var description: String { note.text(of: .placeDescription) }
}
