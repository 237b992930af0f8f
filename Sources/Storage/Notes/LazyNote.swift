package import Languages
package import Notes
internal import SQLite

/// A note whose texts are parsed only when they are needed, because a card shows two of a note's sixteen languages.
///
/// A note without languages is parsed at once.
package struct LazyNote: Sendable {
    /// The note, without its texts if it has languages.
    package let head: Note
    /// The languages of its texts, sorted and separated by commas; most notes of a deck have the same.
    package let languages: String
    package var tags: [LanguageTag] { [LanguageTag](key: languages) }
    /// Its fields as stored; nil if `head` has them all.
    private let fields: [UInt8]?

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

    package func whole() throws -> Note { try read() }

    /// The note with the texts that one of its cards shows: those in the card's two languages, in all scripts.
    package func note(for face: Face) throws -> Note {
        guard case .languages(let from, let to) = face else { return try read() }
        return try read(in: [from.language, to.language])
    }

    /// The note with only its texts in some languages, in all scripts.
    package func note(in languages: [String]) throws -> Note { try read(in: languages) }

    private func read(in languages: [String]? = nil) throws -> Note {
        guard let fields else { return head }
        var note = head
        note.values = try fields.withUnsafeBytes { try StoredFields.values($0, in: languages) }
        return note
    }
}
