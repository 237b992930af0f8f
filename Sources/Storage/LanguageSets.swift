internal import Languages
package import Notes
internal import SQLite

extension Reading where Self: ~Copyable {
    /// Which languages, each in its scripts, the notes of some decks have a text in; the bin does not count.
    ///
    /// What triggers have counted is read; no note is.
    package func languageSets(in decks: [DeckID]) throws -> [LanguageSet] {
        try connection.rows(
            """
            SELECT languages, sum(notes)
            FROM json_each(:decks) AS named
            CROSS JOIN language_set ON language_set.deck = named.value
            GROUP BY languages
            ORDER BY languages
            """,
            ["decks": list(decks)]
        ) { row in
            LanguageSet([LanguageTag](key: row.text(0)), notes: row.int(1))
        }
    }
}

extension Note {
    /// The languages that the note has a text in, as one text.
    var languagesKey: String { languages.key }
}

extension [LanguageTag] {
    /// Languages as one text, as their notes are counted by.
    package var key: String { map(\.text).joined(separator: ",") }

    /// Reads such a text; what is no language is left out.
    package init(key: String) {
        self = key.split(separator: ",").compactMap { LanguageTag($0) }.sorted()
    }
}
