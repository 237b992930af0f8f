import Languages

extension Note {
    /// The text that the note is called by: of its first field that has a value; of languages, the one that pages are in.
    ///
    /// Pictures and sounds say their names only where nothing is written.
    public var prompt: String {
        let text = MediaText(promptSource)
        return text.words.isEmpty ? text.references.first?.words ?? "" : text.words
    }

    private var promptSource: String {
        (values[Self.pageLanguage] ?? values.min { $0.key < $1.key }?.value)?.text
            ?? ""
    }

    /// The language that pages speak.
    private static let pageLanguage = FieldID.language(.english)

    /// The same for prompts that differ in case, and in space around them, alone.
    package var promptKey: String { Self.promptKey(of: MediaText(promptSource).words) }

    /// The same for prompts that differ in case, and in space around them, alone.
    package static func promptKey(of prompt: String) -> String { prompt.trimmed.caseFolded }
}
