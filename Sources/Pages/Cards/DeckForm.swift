import Languages
public import Notes

/// A deck's name and options as a form shows and takes them; what was typed stays where it is refused.
public struct DeckForm: Sendable {
    /// The names of the form's fields.
    public enum Field: String, CaseIterable, Sendable {
        case name, newLimit, reviewLimit, retention, languages
    }

    /// Why fields were refused, one plain line each.
    public var flaws: [Field: String] = [:]
    /// The name, where it is one.
    public private(set) var deckName: DeckName?
    /// The options, as far as they could be taken.
    public private(set) var settings = DeckSettings()
    private var typed: [Field: String] = [:]

    /// An empty form for a new deck, whose name begins like that.
    public init(name: String = "") { typed[.name] = name }

    /// Shows what holds.
    public init(_ deck: Deck) {
        deckName = deck.name
        settings = deck.settings
        typed = [
            .name: deck.name.text,
            .newLimit: deck.settings.newLimit.map(String.init) ?? "",
            .reviewLimit: deck.settings.reviewLimit.map(String.init) ?? "",
            .retention: deck.settings.retention.map { String(Int(($0 * 100).rounded())) } ?? "",
            .languages: deck.settings.languageChoiceText ?? "",
        ]
    }

    /// Takes what was sent.
    public init(_ fields: some Sequence<(name: String, value: String)>) {
        for (name, value) in fields {
            if let field = Field(rawValue: name) { typed[field] = value.trimmed }
        }
        deckName = DeckName(text(.name))
        if deckName == nil {
            flaws[.name] =
                text(.name).isEmpty
                ? "Give the deck a name."
                : "This cannot be the name of a deck: shorten it, and leave nothing empty between ::."
        }
        settings.newLimit = number(.newLimit, in: StudySettings.Limits.cardsPerDay)
        settings.reviewLimit = number(.reviewLimit, in: StudySettings.Limits.cardsPerDay)
        settings.retention = number(.retention, in: 70...99).map { Double($0) / 100 }
        let choice = text(.languages)
        if !choice.isEmpty {
            if let read = LanguageChoice(choice) {
                settings.languageChoice = read
            } else {
                flaws[.languages] = "This cannot be read. Write all, or like oneToOne:en:fi."
            }
        }
    }

    /// What stands in a field.
    func text(_ field: Field) -> String { typed[field] ?? "" }

    private mutating func number(_ field: Field, in range: ClosedRange<Int>) -> Int? {
        let text = text(field)
        guard !text.isEmpty else { return nil }
        guard let number = Int(text), range.contains(number) else {
            flaws[field] =
                "Write a number from \(range.lowerBound) to \(range.upperBound), or nothing."
            return nil
        }
        return number
    }
}
