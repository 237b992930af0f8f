internal import Languages
package import Notes
internal import SQLite

extension Reading where Self: ~Copyable {
    /// The sets of languages and scripts in which the notes of some decks have texts, without the bin.
    ///
    /// Reads only counts that triggers maintain, and no notes.
    package func languageCombinations(in decks: [DeckID]) throws -> [LanguageCombination] {
        try connection.rows(
            """
            SELECT languages, sum(notes)
            FROM json_each(:decks) AS named
            CROSS JOIN language_set ON language_set.deck = named.value
            GROUP BY languages
            ORDER BY languages
            """,
            ["decks": jsonArray(of: decks)]
        ) { row in
            LanguageCombination([LanguageTag](key: row.text(0)), notes: row.int(1))
        }
    }
}

extension Note {
    /// The languages of its texts, as one string.
    var languagesKey: String { languages.key }
}

extension [LanguageTag] {
    /// The languages as one string, by which their notes are counted.
    package var key: String { map(\.text).joined(separator: ",") }

    /// Parses a key; invalid tags are left out.
    package init(key: String) {
        self = key.parts(between: UInt8(ascii: ",")).compactMap { LanguageTag($0) }.sorted()
    }
}
