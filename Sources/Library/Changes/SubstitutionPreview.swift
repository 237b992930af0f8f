package import Languages
package import Notes

/// What a substitution would do, before anything is saved.
package struct SubstitutionPreview: Hashable, Sendable {
    /// One field that would change.
    package struct Example: Hashable, Sendable {
        /// What the field is called.
        package var field: String
        /// What its text is written in, if that is known.
        package var language: LanguageTag?
        /// The text as it is now.
        package var pieces: [TextReplacer.Piece]
    }

    /// How many notes are looked at.
    package var notes: Int
    /// How many of them would change.
    package var changed = 0
    /// How many stay as they are, because nothing would be asked or answered any more.
    package var refused = 0
    /// The first fields that would change.
    package var examples: [Example] = []
    /// What is wrong with the regular expression, in words.
    package var mistake: Phrase?
    /// A field as it is named, and as it is called in the language of the interface.
    package struct Field: Hashable, Sendable {
        /// Its own name.
        package var name: String
        /// What a reader calls it.
        package var localizedName: Phrase
    }

    /// The fields that the notes have, each name once.
    package var fields: [Field] = []
    /// The languages that notes of languages have.
    package var languages: [LanguageTag] = []

    /// How many examples are shown.
    package static let mostExamples = 100
}
