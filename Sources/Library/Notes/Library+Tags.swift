internal import Languages
package import LibraryValues
package import Notes
internal import Storage

extension Library {
    /// All tags by name, each with the number of notes that have it or a tag inside it.
    package func listedTags() throws(LibraryError) -> [ListedTag] {
        try read { reader in
            let counts = try reader.tagCounts()
            return try reader.tags().map {
                ListedTag(name: $0, notes: counts[$0.key] ?? 0)
            }
        }
    }

    /// Renames a tag and its nested tags on all notes, including those in the bin.
    ///
    /// It is merged with an existing tag of the new name.
    package func renameTag(
        _ tag: TagName,
        to other: TagName,
        by browser: BrowserNumber?
    ) throws(LibraryError) -> Change? {
        try change(by: browser) { writer, recorder, _ in
            let count = try recorder.retag(tag, with: writer) { spelling in
                guard let name = spelling.moved(from: tag, to: other) else {
                    throw LibraryError.refused(
                        "With this name, a tag inside it would be too long. Choose a shorter one."
                    )
                }
                return name
            }
            let cards: Phrase = "\(count) cards"
            return "Renamed tag “\(tag.title)” to “\(other.title)” on \(cards)"
        }
    }

    /// Removes a tag and its nested tags from all notes.
    package func removeTag(
        _ tag: TagName,
        by browser: BrowserNumber?
    ) throws(LibraryError) -> Change? {
        try change(by: browser) { writer, recorder, _ in
            let count = try recorder.retag(tag, with: writer) { _ in nil }
            return "Removed tag “\(tag.title)” from \("\(count) cards" as Phrase)"
        }
    }
}

extension ChangeRecorder {
    /// Replaces a tag and its nested tags, and returns how many notes had one of them.
    fileprivate mutating func retag(
        _ tag: TagName,
        with writer: borrowing Writer,
        as name: (TagName) throws -> TagName?
    ) throws -> Int {
        let taggings = Dictionary(grouping: try writer.taggings(within: tag), by: \.tag)
        let moves = try taggings.sorted { $0.key < $1.key }.compactMap { spelling, taggings in
            let name = try TagName(spelling).flatMap(name)
            return name?.text == spelling ? nil : (spelling, name, taggings.map(\.note))
        }
        // All are removed before any is added, because a tag may take the name of one nested in it.
        for (spelling, _, notes) in moves {
            try self.tag(notes, spelling, isThere: false, with: writer)
        }
        for case (_, let name?, let notes) in moves {
            let having = Set(try writer.spellings(of: name, on: notes).map(\.note))
            try self.tag(
                notes.filter { !having.contains($0) },
                name.text,
                isThere: true,
                with: writer
            )
        }
        return Set(moves.flatMap(\.2)).count
    }
}
