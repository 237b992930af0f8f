package import Notes

/// What is exported besides notes: of a part of the library, only what its notes need.
package struct ExportHeader: Sendable {
    /// By name.
    package let decks: [Deck]
    package let types: [NoteTypeID: NoteType]
    /// Whether it is all of the library, so that the learner's settings belong to it.
    package let isWhole: Bool
    /// Nil where the learner has the default ones.
    package let parameters: [Double]?
    package let settings: StudySettings
    package let languages: ExportLanguages
    package let noteCount: Int
    /// The names of pictures and sounds that templates refer to.
    package let templateMedia: [String]

    package init(
        decks: [Deck],
        types: [NoteTypeID: NoteType],
        isWhole: Bool,
        parameters: [Double]?,
        settings: StudySettings,
        languages: ExportLanguages,
        noteCount: Int,
        templateMedia: [String]
    ) {
        self.decks = decks
        self.types = types
        self.isWhole = isWhole
        self.parameters = parameters
        self.settings = settings
        self.languages = languages
        self.noteCount = noteCount
        self.templateMedia = templateMedia
    }
}
