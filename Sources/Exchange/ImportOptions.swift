package import LibraryValues
package import Notes

package struct ImportOptions: Sendable {
    package var file: SourceFile
    /// The deck for notes that name no other, or that all decks of a collection are put into; nil for the deck that the
    /// file names, or else one with the file's name.
    package var deck: DeckName?
    /// What names in the file stand for: languages of a catalog, or columns of a text.
    package var names: [String: String]
    /// Nil for the file's own rule, or else `newer`.
    package var update: UpdateRule?
    package var text: TextOptions
    /// How far clocks here are ahead of UTC, in minutes.
    package var timeZoneOffset: Int

    package init(
        file: SourceFile,
        deck: DeckName? = nil,
        names: [String: String] = [:],
        update: UpdateRule? = nil,
        text: TextOptions = TextOptions(),
        timeZoneOffset: Int = LocalTime.offset
    ) {
        self.file = file
        self.deck = deck
        self.names = names
        self.update = update
        self.text = text
        self.timeZoneOffset = timeZoneOffset
    }

    /// The kind of the file, which has to have content.
    package func kind() throws(ExchangeError) -> FileKind {
        if try file.start().isEmpty { throw .emptyFile(file.name) }
        return try FileKind(file)
    }

    /// The deck to import into, or else one with the file's name.
    package func deckOrName() throws(ExchangeError) -> DeckName {
        if let deck { return deck }
        let stem = file.name.lastIndex(of: ".").map { file.name[..<$0] } ?? file.name[...]
        guard let deck = DeckName(stem) else { throw .noDeckNamed(file: file.name) }
        return deck
    }
}
