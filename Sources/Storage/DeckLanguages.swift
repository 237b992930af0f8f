public import Languages
public import Notes
internal import SQLite

extension Reading where Self: ~Copyable {
    /// The languages, each in its scripts, that notes of some decks have a field in; the bin does not count.
    ///
    /// Goes through all those notes.
    public func languages(in decks: [DeckID]) throws -> [LanguageTag] {
        let keys = try connection.rows(
            """
            SELECT DISTINCT field.key
            FROM json_each(:decks) AS named
            CROSS JOIN note ON note.deck = named.value
            CROSS JOIN json_each(note.fields) AS field
            WHERE note.binned IS NULL
            AND note.note_type = :type
            """,
            ["decks": list(decks), "type": NoteType.languages.id]
        ) { $0.text(0) }
        return keys.compactMap { LanguageTag($0) }.sorted()
    }
}
