package import Languages
package import Notes

/// What a substitution would do, before anything is saved.
package struct SubstitutionPreview: Hashable, Sendable {
    /// One field that would change.
    package struct Example: Hashable, Sendable {
        /// The field's name.
        package var field: String
        /// The language of its text, if known.
        package var language: LanguageTag?
        package var pieces: [TextReplacer.Piece]

        package init(field: String, language: LanguageTag?, pieces: [TextReplacer.Piece]) {
            self.field = field
            self.language = language
            self.pieces = pieces
        }
    }

    /// A field that can be chosen.
    package struct Field: Hashable, Sendable {
        /// Its stored name.
        package var name: String
        /// Its name in the language of the interface.
        package var spokenName: Phrase

        package init(name: String, spokenName: Phrase) {
            self.name = name
            self.spokenName = spokenName
        }
    }

    /// How many notes are searched.
    package var notes: Int
    /// How many of them would change.
    package var changed = 0
    /// How many stay the same because they would be left without a question or an answer.
    package var refused = 0
    /// The first fields that would change, at most `mostExamples`.
    package var examples: [Example] = []
    /// What is wrong with the regular expression.
    package var mistake: Phrase?
    /// The fields of the notes, without duplicate names.
    package var fields: [Field] = []
    /// The languages of the notes.
    package var languages: [LanguageTag] = []

    package static let mostExamples = 100

    package init(notes: Int) { self.notes = notes }
}
