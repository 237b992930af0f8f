/// A place as shown on a map.
package struct Pin: Hashable, Sendable {
    package var note: NoteID
    package var name: String
    /// Its position; nil if not set yet.
    package var place: Place?

    package init(note: NoteID, name: String, place: Place?) {
        self.note = note
        self.name = name
        self.place = place
    }
}
