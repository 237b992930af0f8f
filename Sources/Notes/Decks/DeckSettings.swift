package import Languages
internal import Recall

/// A deck's own settings; for those that are nil, the settings of the containing deck apply.
package struct DeckSettings: Hashable, Codable, Sendable {
    /// The stored language choice, preserved even if it cannot be parsed.
    package var languageChoiceText: String?
    /// The stored script choice, preserved even if it cannot be parsed.
    package var scriptChoiceText: String?
    /// The order of a note's languages in a form; others follow, sorted by tag.
    package var languageOrder: [LanguageTag]?
    /// Whether the back also shows the answer in the language's other scripts.
    package var showsOtherScripts: Bool?
    /// How many new notes to introduce per day.
    package var newLimit: Int?
    /// How many cards to review per day.
    package var reviewLimit: Int?
    /// The desired probability of recalling a card when it is due.
    package var retention: Double?
    /// The parameters of the memory model that were fitted to this deck, in place of the library's.
    package var parameters: [Double]?
    /// The colour of its tile; decks inside it have their own.
    package var colour: DeckColour?
    /// The sign on its tile; decks inside it have their own.
    package var icon: DeckIcon?
    /// The file that its notes were imported from; decks inside it have their own.
    package var file: ImportedFile?
    /// The edition of a class's deck that it holds, with the decks inside it.
    package var edition: TakenEdition?
    /// Anki's data about the deck and its options that Omena does not use, as JSON.
    package var anki: String?

    private enum CodingKeys: String, CodingKey {
        case languageChoiceText = "languageChoice"
        case scriptChoiceText = "scriptChoice"
        case showsOtherScripts = "otherScripts"
        case languageOrder, newLimit, reviewLimit, retention, parameters, colour, icon, file
        case edition, anki
    }

    package init(languageChoice: LanguageChoice? = nil) {
        languageChoiceText = languageChoice?.description
    }

    /// Numbers outside the limits of `StudySettings` are read as nil.
    package init(from decoder: any Decoder) throws {
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
        values.read(.parameters, into: &parameters) { values in
            values.map { (try? Parameters($0)) != nil } ?? true
        }
        values.read(.colour, into: &colour) { _ in true }
        values.read(.icon, into: &icon) { _ in true }
        values.read(.file, into: &file) { _ in true }
        values.read(.edition, into: &edition) { _ in true }
        anki = try values.decodeIfPresent(String.self, forKey: .anki)
    }

    private typealias Limits = StudySettings.Limits

    /// Whether cards in the deck may be scheduled otherwise than with the library's settings.
    package var changesScheduler: Bool { parameters != nil || retention != nil }

    /// Which languages are asked; nil if unset or unreadable.
    package var languageChoice: LanguageChoice? {
        get { languageChoiceText.flatMap { LanguageChoice($0) } }
        set { languageChoiceText = newValue?.description }
    }

    /// The script in which each language is shown; nil if unset or unreadable.
    package var scriptChoice: ScriptChoice? {
        get { scriptChoiceText.flatMap { ScriptChoice($0) } }
        set { scriptChoiceText = newValue?.description }
    }

    /// The settings that belong to the deck's content, rather than to how its learner studies.
    package var ofContent: DeckSettings {
        var settings = DeckSettings()
        settings.languageChoiceText = languageChoiceText
        settings.scriptChoiceText = scriptChoiceText
        settings.languageOrder = languageOrder
        settings.showsOtherScripts = showsOtherScripts
        settings.colour = colour
        settings.icon = icon
        return settings
    }

    /// These settings, with the parent's for the ones that are nil.
    package func inheriting(_ parent: DeckSettings) -> DeckSettings {
        var settings = self
        settings.languageChoiceText = languageChoiceText ?? parent.languageChoiceText
        if let scripts = scriptChoice, let inherited = parent.scriptChoice {
            settings.scriptChoice = scripts.inheriting(inherited)
        } else {
            settings.scriptChoiceText = scriptChoiceText ?? parent.scriptChoiceText
        }
        settings.languageOrder = languageOrder ?? parent.languageOrder
        settings.showsOtherScripts = showsOtherScripts ?? parent.showsOtherScripts
        settings.newLimit = newLimit ?? parent.newLimit
        settings.reviewLimit = reviewLimit ?? parent.reviewLimit
        settings.retention = retention ?? parent.retention
        settings.parameters = parameters ?? parent.parameters
        return settings
    }
}
