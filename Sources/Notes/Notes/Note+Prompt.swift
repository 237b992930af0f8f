import Languages

extension Note {
    /// The text that the note is called by: of its first field that has a value; of languages, the one that pages are in.
    ///
    /// Pictures and sounds say their names only where nothing is written.
    public var prompt: String {
        let text = MediaText(values.promptSource)
        return text.words.isEmpty ? text.references.first?.words ?? "" : text.words
    }

    /// The language that pages speak.
    fileprivate static let pageLanguage = FieldID.language(.english)

    /// The same for prompts that differ in case, and in space around them, alone.
    package var promptKey: String { values.promptKey }

    /// The same for prompts that differ in case, and in space around them, alone.
    package static func promptKey(of prompt: String) -> String { prompt.trimmed.caseFolded }
}

extension [FieldID: FieldValue] {
    /// The prompt of a note that holds them, the same for those that differ in case, and in space around them, alone.
    package var promptKey: String { Note.promptKey(of: MediaText(promptSource).words) }

    fileprivate var promptSource: String {
        (self[Note.pageLanguage] ?? keys.min().flatMap { self[$0] })?.text ?? ""
    }
}
