package import Notes

package struct ListedNoteType: Hashable, Sendable {
    package var type: NoteType
    /// How many notes are of the type, without the bin.
    package var notes: Int

    package init(type: NoteType, notes: Int) {
        self.type = type
        self.notes = notes
    }
}
