public import Languages
public import Notes

/// What a substitution would do, before anything is saved.
public struct SubstitutionPreview: Hashable, Sendable {
    /// One field that would change.
    public struct Example: Hashable, Sendable {
        /// What the field is called.
        public var field: String
        /// What its text is written in, if that is known.
        public var language: LanguageTag?
        /// The text as it is now.
        public var pieces: [TextReplacer.Piece]
    }

    /// How many notes are looked at.
    public var notes: Int
    /// How many of them would change.
    public var changed = 0
    /// How many stay as they are, because nothing would be asked or answered any more.
    public var refused = 0
    /// The first fields that would change.
    public var examples: [Example] = []
    /// What is wrong with the regular expression, in words.
    public var mistake: Phrase?
    /// A field as it is named, and as it is called in the language of the interface.
    public struct Field: Hashable, Sendable {
        /// Its own name.
        public var name: String
        /// What a reader calls it.
        public var spokenName: Phrase
    }

    /// The fields that the notes have, each name once.
    public var fields: [Field] = []
    /// The languages that notes of languages have.
    public var languages: [LanguageTag] = []

    /// How many examples are shown.
    public static let mostExamples = 100
}
