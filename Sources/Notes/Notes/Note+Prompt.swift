import Languages

extension Note {
    /// The text that represents the note: in English for a note of languages, otherwise of its first field with a value.
    ///
    /// Names of pictures and sounds appear only if there is no other text.
    package var prompt: String {
        let text = MediaText(values.promptSource)
        return text.words.isEmpty ? text.references.first?.words ?? "" : text.words
    }

    /// The prompt as a person reads it: with its gaps filled, and without markup.
    package func readablePrompt(as type: NoteType?) -> String {
        var text = prompt
        if case .cloze? = type?.cards { text = ClozeText(text).filled }
        return type?.usesHTML == true ? text.asPlainText.withoutFormulaMarks : text
    }

    fileprivate static let english = FieldID.language(.english)

    package var promptKey: String { values.promptKey }

    /// The same for prompts that differ only in case and surrounding space.
    package static func promptKey(of prompt: String) -> String { prompt.trimmed.caseFolded }
}

extension [FieldID: FieldValue] {
    /// The key of the prompt of a note with these values; the same for prompts that differ only in case and surrounding space.
    package var promptKey: String { Note.promptKey(of: MediaText(promptSource).words) }

    fileprivate var promptSource: String {
        (self[Note.english] ?? keys.min().flatMap { self[$0] })?.text ?? ""
    }
}
