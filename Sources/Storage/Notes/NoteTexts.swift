package import Notes

/// The columns that follow from a note's values: the values themselves, and what it is found and counted by.
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
