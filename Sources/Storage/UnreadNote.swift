package import Languages
package import Notes
internal import SQLite

/// A note as it lies in its row: its languages are known, and its texts are read when they are wanted.
///
/// A card asks two of the languages that a note has, which may be sixteen; the others cost whoever waits for it nothing.
/// A note that has no languages is read whole.
package struct UnreadNote: Sendable {
    /// All of it but its texts where it has languages.
    package let head: Note
    /// The languages that it has a text in, sorted, with commas between: most notes of a deck have the same.
    package let languages: String
    /// The same, taken apart.
    package var tags: [LanguageTag] { [LanguageTag](key: languages) }
    /// Its fields as they are stored; nil where all of them are in the head.
    private let fields: [UInt8]?

    /// A note that was read whole.
    package init(_ note: Note) {
        head = note
        languages = note.languagesKey
        fields = nil
    }

    init(_ row: borrowing Row, tags: [TagName]) throws {
        languages = row.text(11)
        let hasLanguages = !languages.isEmpty
        head = try hasLanguages ? Note(headOf: row, tags: tags) : Note(row, tags: tags)
        fields = hasLanguages ? row.bytes(10) : nil
    }

    /// The note with all that it holds.
    package func whole() throws -> Note { try read() }

    /// The note with all that one of its cards shows: of languages its two, in all their scripts.
    package func note(for face: Face) throws -> Note {
        guard case .languages(let from, let to) = face else { return try read() }
        return try read(in: [from.language, to.language])
    }

    /// The note with its texts in some languages, in all their scripts, and without the others.
    package func note(in languages: [String]) throws -> Note { try read(in: languages) }

    private func read(in languages: [String]? = nil) throws -> Note {
        guard let fields else { return head }
        var note = head
        note.values = try fields.withUnsafeBytes { try StoredFields.values($0, in: languages) }
        return note
    }
}
