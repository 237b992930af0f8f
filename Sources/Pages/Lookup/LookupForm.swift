public import Languages
public import Notes

/// Whom to ask for words, as a form shows and takes it.
public struct LookupForm: Sendable {
    /// What was written.
    public private(set) var settings: LookupSettings
    /// Why it was not kept.
    public var flaw: Phrase?
    /// Whether it was just kept.
    public var isSaved = false
    /// Whether a key is kept; which one is never shown.
    public var hasKey = false
    /// Whether the English dictionary is installed.
    public var hasDictionary = false
    /// The models that the server says it has.
    public var models: [String] = []
    /// Why it says nothing.
    public var trouble: Phrase?

    /// Shows what holds.
    public init(_ settings: LookupSettings) { self.settings = settings }

    /// Takes what was written.
    public mutating func take(endpoint: String, model: String, first: String) {
        settings.endpoint = endpoint.trimmed
        settings.model = model.trimmed
        settings.first = LookupSettings.First(rawValue: first) ?? settings.first
        for text in [settings.endpoint, settings.model] where text.count > 300 {
            flaw = "“\(text.prefix(20))…” is too long."
        }
    }
}
