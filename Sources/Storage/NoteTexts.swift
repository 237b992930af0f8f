package import Notes

/// What is written of what a note holds: its values, and what it is found and counted by.
package struct NoteTexts: Hashable, Sendable {
    let fields: String
    let prompt: String
    let languages: String

    /// Makes it of a note's values.
    package init(of values: [FieldID: FieldValue]) {
        fields = StoredFields.text(of: values)
        prompt = values.promptKey
        languages = values.languages.key
    }
}
