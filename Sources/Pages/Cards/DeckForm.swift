package import Languages
package import LibraryValues
package import Notes

/// The form of a deck's name and options; a rejected field keeps what was typed.
package struct DeckForm: Sendable {
    package enum Field: String, CaseIterable, Sendable {
        case name, newLimit, reviewLimit, retention, languages, colour, icon
    }

    /// Why fields were rejected, one line each.
    package var flaws: [Field: Phrase] = [:]
    /// Nil where the name is invalid.
    package private(set) var deckName: DeckName?
    /// The options; a rejected one is nil.
    package private(set) var settings = DeckSettings()
    /// The name with which the form was opened: the deck's, or that of the deck in which a new one is created.
    let seenName: DeckName?
    /// The language in which it shows that name.
    let language: InterfaceLanguage
    /// Nil for a new deck.
    private(set) var languages: LanguageForm?
    /// Whether the form holds changes that are stored nowhere else.
    let isUnsaved: Bool
    private var typed: [Field: String] = [:]

    /// A form for a new deck.
    ///
    /// - Parameter parent: The deck that its name begins with.
    package init(inside parent: DeckName? = nil) {
        seenName = parent
        language = .current
        typed[.name] = parent.map { "\($0.shown)::" } ?? ""
        isUnsaved = false
    }

    /// Shows the stored options, and what is wrong with them.
    package init(_ deck: Deck, _ languages: DeckLanguages) {
        isUnsaved = false
        seenName = deck.name
        language = .current
        let form = LanguageForm(deck, languages)
        self.languages = form
        flaws[.languages] = form.flaw
        deckName = deck.name
        settings = deck.settings
        typed = [
            .name: deck.name.shown,
            .newLimit: deck.settings.newLimit.map(String.init) ?? "",
            .reviewLimit: deck.settings.reviewLimit.map(String.init) ?? "",
            .retention: deck.settings.retention.map { String(percentage($0)) } ?? "",
            .colour: deck.settings.colour?.rawValue ?? "",
            .icon: deck.settings.icon?.text ?? "",
        ]
    }

    /// Reads a submitted form; options of the deck that it leaves out are unchanged.
    ///
    /// - Parameter deck: The deck with the languages to choose among; nil for a new deck.
    package init(_ fields: [(name: String, value: String)], of deck: (Deck, DeckLanguages)? = nil) {
        isUnsaved = true
        seenName = fields.first { $0.name == "seen-name" }.flatMap { DeckName($0.value) }
        language = InterfaceLanguage(shownIn: fields)
        if let (deck, languages) = deck {
            settings = deck.settings
            var form = LanguageForm(deck, languages, adding: LanguageForm.added(fields))
            form.read(fields)
            form.apply(to: &settings)
            flaws[.languages] = form.flaw
            self.languages = form
        }
        for (name, value) in fields {
            guard let field = Field(rawValue: name) else { continue }
            typed[field] = field == .name ? value.trimmed : value.visible
        }
        let name = text(.name)
        deckName = if let seenName { seenName.renamed(name, in: language) } else { DeckName(name) }
        if deckName == nil { flaws[.name] = DeckName.flaw(of: name) }
        settings.newLimit = number(.newLimit, in: StudySettings.Limits.cardsPerDay)
        settings.reviewLimit = number(.reviewLimit, in: StudySettings.Limits.cardsPerDay)
        settings.retention = number(.retention, in: 70...99).map { Double($0) / 100 }
        if let colour = typed[.colour] { settings.colour = DeckColour(rawValue: colour) }
        if let sign = typed[.icon] {
            settings.icon = DeckIcon(sign)
            if !sign.isEmpty, settings.icon == nil {
                flaws[.icon] = "Enter one emoji or letter, or leave it empty."
            }
        }
    }

    /// Whether the deck has cards in languages, or has chosen some.
    package var hasLanguages: Bool {
        guard let languages else { return false }
        return !languages.sets.isEmpty || !languages.added.isEmpty
            || settings.languageChoiceText != nil
    }

    func text(_ field: Field) -> String { typed[field] ?? "" }

    private mutating func number(_ field: Field, in range: ClosedRange<Int>) -> Int? {
        let text = text(field)
        guard !text.isEmpty else { return nil }
        guard let number = Int(text), range.contains(number) else {
            flaws[field] =
                "Enter a number from \(range.lowerBound) to \(range.upperBound), or leave it empty."
            return nil
        }
        return number
    }
}
