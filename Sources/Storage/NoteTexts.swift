public import Notes

/// What is written of what a note holds: its values, and what it is found and counted by.
public struct NoteTexts: Hashable, Sendable {
    let fields: String
    let prompt: String
    let languages: String

    /// Makes it of a note's values.
    public init(of values: [FieldID: FieldValue]) {
        fields = StoredFields.text(of: values)
        prompt = values.promptKey
        languages = values.languages.key
    }
}
