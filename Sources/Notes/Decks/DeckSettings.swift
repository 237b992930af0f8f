public import Languages

/// What a deck says for itself; where it is silent, the deck that it lies in is asked.
public struct DeckSettings: Hashable, Codable, Sendable {
    /// The language choice as it is stored, kept even where it cannot be read.
    public var languageChoiceText: String?

    private enum CodingKeys: String, CodingKey {
        case languageChoiceText = "languageChoice"
    }

    /// Settings that say so much, and are silent on the rest.
    public init(languageChoice: LanguageChoice? = nil) {
        languageChoiceText = languageChoice?.description
    }

    /// Which languages are asked; nil where the deck is silent or what is stored cannot be read.
    public var languageChoice: LanguageChoice? {
        get { languageChoiceText.flatMap { LanguageChoice($0) } }
        set { languageChoiceText = newValue?.description }
    }

    /// These settings, and the other deck's where these are silent.
    public func inheriting(_ parent: DeckSettings) -> DeckSettings {
        var settings = self
        settings.languageChoiceText = languageChoiceText ?? parent.languageChoiceText
        return settings
    }
}
