package import Languages
package import Notes

/// Whom to ask for words, as a form shows and takes it.
package struct LookupForm: Sendable {
    /// What was written.
    package private(set) var settings: LookupSettings
    /// Why it was not kept.
    package var flaw: Phrase?
    /// Whether it was just kept.
    package var isSaved = false
    /// Whether a key is kept; which one is never shown.
    package var hasKey = false
    /// Whether the English dictionary is installed.
    package var hasDictionary = false
    /// The models that the server says it has.
    package var models: [String] = []
    /// Why it says nothing.
    package var trouble: Phrase?

    /// Shows what holds.
    package init(_ settings: LookupSettings) { self.settings = settings }

    /// Takes what was written.
    package mutating func take(endpoint: String, model: String, first: String) {
        settings.endpoint = endpoint.trimmed
        settings.model = model.trimmed
        settings.first = LookupSettings.First(rawValue: first) ?? settings.first
        for text in [settings.endpoint, settings.model] where text.count > 300 {
            flaw = "“\(text.prefix(20))…” is too long."
        }
    }
}
