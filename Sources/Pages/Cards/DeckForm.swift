package import Languages
package import LibraryValues
package import Notes

/// A deck's name and options as a form shows and takes them; what was typed stays where it is refused.
package struct DeckForm: Sendable {
    /// The names of the form's fields.
    package enum Field: String, CaseIterable, Sendable {
        case name, newLimit, reviewLimit, retention, languages
    }

    /// Why fields were refused, one plain line each.
    package var flaws: [Field: Phrase] = [:]
    /// The name, where it is one.
    package private(set) var deckName: DeckName?
    /// The options, as far as they could be taken.
    package private(set) var settings = DeckSettings()
    /// How its languages are chosen; nil for a deck that has none yet.
    private(set) var languages: LanguageForm?
    /// Whether it holds what is nowhere else.
    let isUnsaved: Bool
    private var typed: [Field: String] = [:]

    /// An empty form for a new deck, whose name begins like that.
    package init(name: String = "") {
        typed[.name] = name
        isUnsaved = false
    }

    /// Shows what holds, and what is wrong with it.
    package init(_ deck: Deck, _ languages: DeckLanguages) {
        isUnsaved = false
        let form = LanguageForm(deck, languages)
        self.languages = form
        flaws[.languages] = form.flaw
        deckName = deck.name
        settings = deck.settings
        typed = [
            .name: deck.name.text,
            .newLimit: deck.settings.newLimit.map(String.init) ?? "",
            .reviewLimit: deck.settings.reviewLimit.map(String.init) ?? "",
            .retention: deck.settings.retention.map { String(Int(($0 * 100).rounded())) } ?? "",
        ]
    }

    /// Takes what was sent; what of a deck's options the form left out stays as it was.
    ///
    /// - Parameter deck: The deck and what its languages are chosen among; nil for a new one.
    package init(_ fields: [(name: String, value: String)], of deck: (Deck, DeckLanguages)? = nil) {
        isUnsaved = true
        if let (deck, languages) = deck {
            settings = deck.settings
            var form = LanguageForm(deck, languages, adding: LanguageForm.added(fields))
            form.take(fields)
            form.settle(&settings)
            flaws[.languages] = form.flaw
            self.languages = form
        }
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
