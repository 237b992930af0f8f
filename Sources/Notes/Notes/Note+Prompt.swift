extension Note {
    /// The text that stands first in the note: of its first field that has a value, or its first language.
    public var prompt: String {
        values.min { $0.key < $1.key }?.value.text ?? ""
    }

    /// The same for prompts that differ in case, and in space around them, alone.
    package var promptKey: String { Self.promptKey(of: prompt) }

    /// The same for prompts that differ in case, and in space around them, alone.
    package static func promptKey(of prompt: String) -> String { prompt.trimmed.caseFolded }
}
