package import Languages
package import Notes

/// The form of the settings for generating definitions and translations.
package struct LookupForm: Sendable {
    package private(set) var settings: LookupSettings
    /// Why the settings were not saved.
    package var flaw: Phrase?
    /// Whether the settings were just saved.
    package var isSaved = false
    /// Whether an API key is stored; it is never shown.
    package var hasKey = false
    /// Whether the English dictionary is installed.
    package var hasDictionary = false
    /// The models that the language model's server offers.
    package var models: [String] = []
    /// Why the server could not list its models.
    package var problem: Phrase?

    package init(_ settings: LookupSettings) { self.settings = settings }

    package mutating func read(endpoint: String, model: String, first: String) {
        settings.endpoint = endpoint.trimmed
        settings.model = model.trimmed
        settings.first = LookupSettings.First(rawValue: first) ?? settings.first
        for text in [settings.endpoint, settings.model] where text.count > 300 {
            flaw = "“\(text.prefix(20))…” is too long."
        }
    }
}
