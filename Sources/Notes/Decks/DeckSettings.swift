public import Languages

/// What a deck says for itself; where it is silent, the deck that it lies in is asked.
public struct DeckSettings: Hashable, Codable, Sendable {
    /// The language choice as it is stored, kept even where it cannot be read.
    public var languageChoiceText: String?
    /// The script choice as it is stored, kept even where it cannot be read.
    public var scriptChoiceText: String?
    /// In which order a form shows the languages of a note; those that are not named come after, by their tags.
    public var languageOrder: [LanguageTag]?
    /// Whether the answer's side shows what is answered in the language's other scripts too.
    public var showsOtherScripts: Bool?
    /// How many new notes are introduced a day.
    public var newLimit: Int?
    /// How many cards are reviewed a day.
    public var reviewLimit: Int?
    /// How likely a card should be recalled when it comes due.
    public var retention: Double?
    /// The file that its notes came from; the decks inside it have their own.
    public var file: KeptFile?
    /// What Anki keeps with the deck and its options and we do not use, as JSON text.
    public var anki: String?

    private enum CodingKeys: String, CodingKey {
        case languageChoiceText = "languageChoice"
        case scriptChoiceText = "scriptChoice"
        case showsOtherScripts = "otherScripts"
        case languageOrder, newLimit, reviewLimit, retention, file, anki
    }

    /// Settings that say so much, and are silent on the rest.
    public init(languageChoice: LanguageChoice? = nil) {
        languageChoiceText = languageChoice?.description
    }

    /// Reads what is there; on numbers that do not fit the limits of `StudySettings` it is silent.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        languageChoiceText = try values.decodeIfPresent(String.self, forKey: .languageChoiceText)
        scriptChoiceText = try values.decodeIfPresent(String.self, forKey: .scriptChoiceText)
        values.read(.languageOrder, into: &languageOrder) { _ in true }
        values.read(.showsOtherScripts, into: &showsOtherScripts) { _ in true }
        values.read(.newLimit, into: &newLimit) { $0.map(Limits.cardsPerDay.contains) ?? true }
        values.read(.reviewLimit, into: &reviewLimit) {
            $0.map(Limits.cardsPerDay.contains) ?? true
        }
        values.read(.retention, into: &retention) { $0.map(Limits.retention.contains) ?? true }
        values.read(.file, into: &file) { _ in true }
        anki = try values.decodeIfPresent(String.self, forKey: .anki)
    }

    private typealias Limits = StudySettings.Limits

    /// Which languages are asked; nil where the deck is silent or what is stored cannot be read.
    public var languageChoice: LanguageChoice? {
        get { languageChoiceText.flatMap { LanguageChoice($0) } }
        set { languageChoiceText = newValue?.description }
    }

    /// In which script each language is shown; nil where the deck is silent or what is stored cannot be read.
    public var scriptChoice: ScriptChoice? {
        get { scriptChoiceText.flatMap { ScriptChoice($0) } }
        set { scriptChoiceText = newValue?.description }
    }

    /// These settings, and the other deck's where these are silent.
    public func inheriting(_ parent: DeckSettings) -> DeckSettings {
        var settings = self
        settings.languageChoiceText = languageChoiceText ?? parent.languageChoiceText
        if let scripts = scriptChoice, let around = parent.scriptChoice {
            settings.scriptChoice = scripts.inheriting(around)
        } else {
            settings.scriptChoiceText = scriptChoiceText ?? parent.scriptChoiceText
        }
        settings.languageOrder = languageOrder ?? parent.languageOrder
        settings.showsOtherScripts = showsOtherScripts ?? parent.showsOtherScripts
        settings.newLimit = newLimit ?? parent.newLimit
        settings.reviewLimit = reviewLimit ?? parent.reviewLimit
        settings.retention = retention ?? parent.retention
        return settings
    }
}
