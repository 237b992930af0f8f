import Languages
import Library
import Notes

/// How a deck's languages and scripts are chosen in a form: first the kind, then its languages.
///
/// What one kind asks for is kept while another is chosen, so that nothing is lost by looking at the kinds.
struct LanguageForm: Sendable {
    /// The kinds that a learner chooses among.
    enum Kind: String, CaseIterable, Sendable {
        /// As the decks around it say.
        case around
        /// What is stored and cannot be read.
        case kept
        case all, oneToOne, oneToAll, allToOne, symmetricSubset
    }

    /// The kind; nil where the form says none.
    var kind: Kind?
    var from: LanguageTag?
    var to: LanguageTag?
    var chosen: Set<LanguageTag> = []
    /// Languages that no note has yet.
    var added: [LanguageTag] = []
    /// By language: the script that is shown, where one of them is.
    var scripts: [String: LanguageTag] = [:]
    /// Whether the answer shows other scripts too; nil as the decks around say.
    var showsOtherScripts: Bool?

    let options: LanguageOptions
    /// Which languages the notes of the deck have.
    let sets: [LanguageCombination]
    /// What is stored, as far as it cannot be read.
    let unread: String?
    /// What the decks around it say; nil where it lies in none.
    let around: DeckSettings?
    /// What is shown of each language where the deck is silent.
    private let silent: [String: LanguageTag]

    /// Shows what is stored.
    init(_ deck: Deck, _ languages: DeckLanguages, adding added: [LanguageTag] = []) {
        let settings = deck.settings
        let choice = settings.languageChoice
        let named = (choice ?? languages.around?.languageChoice)?.languages ?? []
        options = LanguageOptions(
            languages.tags,
            naming: choice?.languages ?? [],
            adding: added + Array(named)
        )
        sets = languages.sets
        around = languages.around
        unread = choice == nil ? settings.languageChoiceText : nil
        self.added = added
        showsOtherScripts = settings.showsOtherScripts
        let (own, scripts) = (settings.scriptChoice, languages.around?.scriptChoice)
        silent = Dictionary(
            uniqueKeysWithValues: options.scripts.compactMap { language, all in
                let writings = all.filter { tag in named.contains { $0.isEquivalent(to: tag) } }
                let shown = scripts?[language.language] ?? (writings.isEmpty ? all : writings)[0]
                return (language.language, shown)
            }
        )
        self.scripts = silent.merging(
            (own?.languages ?? []).compactMap { language in own?[language].map { (language, $0) } }
        ) { $1 }
        kind = unread != nil ? .kept : languages.around == nil ? .all : .around
        guard let choice else { return }
        chosen = choice.languages
        switch choice {
        case .all: kind = .all
        case .oneToOne(let from, let to): (kind, self.from, self.to) = (.oneToOne, from, to)
        case .oneToAll(let from): (kind, self.from) = (.oneToAll, from)
        case .allToOne(let to): (kind, self.to) = (.allToOne, to)
        case .symmetricSubset: kind = .symmetricSubset
        }
    }

    /// Takes what was sent; what the form left out stays as it was.
    mutating func take(_ fields: some Sequence<(name: String, value: String)>) {
        chosen = []
        for (name, value) in fields {
            switch name {
            case "kind": kind = Kind(rawValue: value) ?? kind
            case "from": from = LanguageTag(value)
            case "to": to = LanguageTag(value)
            case "among": if let tag = LanguageTag(value) { chosen.insert(tag) }
            case "other-scripts": showsOtherScripts = ["on": true, "off": false][value]
            default:
                guard name.hasPrefix("script-"), let tag = LanguageTag(value) else { continue }
                scripts[tag.language] = tag
            }
        }
    }

    /// The languages that were added by a form before.
    static func added(_ fields: some Sequence<(name: String, value: String)>) -> [LanguageTag] {
        fields.filter { $0.name == "added" }.prefix(100).compactMap { LanguageTag($0.value) }
    }

    /// The choice that the form comes to; nil where it makes none of its own.
    var choice: LanguageChoice? {
        switch kind {
        case .around, .kept, nil: nil
        case .all: .all
        case .oneToOne:
            if let from, let to { .oneToOne(from: from, to: to) } else { nil }
        case .oneToAll: from.map { .oneToAll(from: $0) }
        case .allToOne: to.map { .allToOne(to: $0) }
        case .symmetricSubset: .symmetricSubset(chosen)
        }
    }

    /// How many notes have what the choice asks for, in whatever script.
    var notes: Int {
        let choice = choice ?? around?.languageChoice ?? .all
        return sets.reduce(0) { count, set in
            let isAsked = !choice.pairs(among: set.languages, in: ScriptChoice()).isEmpty
            return count + (isAsked ? set.notes : 0)
        }
    }

    /// What the choice comes to: why it cannot be made, else how many notes it asks.
    var says: Phrase {
        if let flaw { return flaw }
        return kind == .oneToOne ? "\(notes) cards have both languages" : "\(notes) cards are asked"
    }

    /// Why the choice cannot be made, in words.
    var flaw: Phrase? {
        switch kind {
        case .around, .kept, .all, nil: nil
        case .oneToOne where from == nil || to == nil:
            "Choose the language that asks and the one that answers."
        case .oneToAll where from == nil: "Choose the language that asks."
        case .allToOne where to == nil: "Choose the language that answers."
        default: choice?.flaw?.words
        }
    }

    /// Writes into a deck's settings what was chosen; what it only has from around it is not written.
    func settle(_ settings: inout DeckSettings) {
        switch kind {
        case .kept, nil: break
        case .around: settings.languageChoiceText = nil
        case .all where around == nil && settings.languageChoiceText == nil: break
        default: settings.languageChoice = choice
        }
        var own = settings.scriptChoice ?? ScriptChoice()
        for (language, script) in scripts {
            if silent[language] == script { own.forget(language) } else { own.choose(script) }
        }
        if settings.scriptChoiceText == nil || settings.scriptChoice != nil || !own.isSilent {
            settings.scriptChoice = own.isSilent ? nil : own
        }
        settings.showsOtherScripts = showsOtherScripts
    }
}

extension ScriptChoice {
    fileprivate var isSilent: Bool { languages.isEmpty }
}
