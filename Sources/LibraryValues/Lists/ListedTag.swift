package import Notes

package struct ListedTag: Hashable, Sendable {
    /// The tag, as one of its notes spells it.
    package var name: TagName
    /// How many notes have it or a tag inside it, without the bin.
    package var notes: Int

    package init(name: TagName, notes: Int) {
        self.name = name
        self.notes = notes
    }
}
