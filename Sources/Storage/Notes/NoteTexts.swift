package import Notes

/// The columns derived from a note's values: the values as JSON, the key for finding duplicates, and the languages.
package struct NoteTexts: Hashable, Sendable {
    let fields: String
    let prompt: String
    let languages: String

    package init(of values: [FieldID: FieldValue]) {
        fields = StoredFields.text(of: values)
        prompt = values.promptKey
        languages = values.languages.key
    }
}
