import Languages
import LibraryValues
import Notes

/// The part of a deck's form that chooses languages and scripts: first the kind of choice, then its languages.
///
/// The languages of one kind are retained while another is chosen, so that trying the kinds loses nothing.
struct LanguageForm: Sendable {
    enum Kind: String, CaseIterable, Sendable {
        /// Inherited from the parent decks.
        case inherited = "around"
        /// The stored choice, which this version cannot read.
        case unreadable = "kept"
        case all, oneToOne, oneToAll, allToOne, symmetricSubset
    }

    var kind: Kind?
    var from: LanguageTag?
    var to: LanguageTag?
    var chosen: Set<LanguageTag> = []
    /// Languages that no note of the deck has yet.
    var added: [LanguageTag] = []
    /// The chosen script by language.
    var scripts: [String: LanguageTag] = [:]
    /// Whether the answer shows other scripts too; nil to inherit it.
    var showsOtherScripts: Bool?

    let options: LanguageOptions
    /// The languages of the deck's notes.
    let sets: [LanguageCombination]
    /// The stored choice, if it cannot be read.
    let unreadable: String?
    /// The settings of the parent decks; nil for an outermost deck.
    let inherited: DeckSettings?
    /// The script by language that applies without a choice of the deck's own.
    private let defaultScripts: [String: LanguageTag]

    /// Shows the stored choice.
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
        inherited = languages.around
        unreadable = choice == nil ? settings.languageChoiceText : nil
        self.added = added
        showsOtherScripts = settings.showsOtherScripts
        let (own, scripts) = (settings.scriptChoice, languages.around?.scriptChoice)
        defaultScripts = Dictionary(
            uniqueKeysWithValues: options.scripts.compactMap { language, all in
                let writings = all.filter { tag in named.contains { $0.isEquivalent(to: tag) } }
                let shown = scripts?[language.language] ?? (writings.isEmpty ? all : writings)[0]
                return (language.language, shown)
            }
        )
        self.scripts = defaultScripts.merging(
            (own?.languages ?? []).compactMap { language in own?[language].map { (language, $0) } }
        ) { $1 }
        kind = unreadable != nil ? .unreadable : inherited == nil ? .all : .inherited
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

    /// Reads a submitted form; what it leaves out is unchanged.
    mutating func read(_ fields: some Sequence<(name: String, value: String)>) {
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

    /// The languages added by previous submissions of the form.
    static func added(_ fields: some Sequence<(name: String, value: String)>) -> [LanguageTag] {
        fields.filter { $0.name == "added" }.prefix(100).compactMap { LanguageTag($0.value) }
    }

    /// The deck's own choice; nil where it has none, or the form is incomplete.
    var choice: LanguageChoice? {
        switch kind {
        case .inherited, .unreadable, nil: nil
        case .all: .all
        case .oneToOne:
            if let from, let to { .oneToOne(from: from, to: to) } else { nil }
        case .oneToAll: from.map { .oneToAll(from: $0) }
        case .allToOne: to.map { .allToOne(to: $0) }
        case .symmetricSubset: .symmetricSubset(chosen)
        }
    }

    /// How many notes have the languages of the choice, in any script.
    var notes: Int {
        let choice = choice ?? inherited?.languageChoice ?? .all
        return sets.reduce(0) { count, set in
            let isAsked = !choice.pairs(among: set.languages, in: ScriptChoice()).isEmpty
            return count + (isAsked ? set.notes : 0)
        }
    }

    /// Why the choice is invalid, or else how many notes it asks.
    var summary: Phrase {
        if let flaw { return flaw }
        return kind == .oneToOne
            ? "\(notes) cards have both languages" : "\(notes) cards will be asked"
    }

    /// Why the choice is invalid.
    var flaw: Phrase? {
        switch kind {
        case .inherited, .unreadable, .all, nil: nil
        case .oneToOne where from == nil || to == nil:
            "Choose the question language and the answer language."
        case .oneToAll where from == nil: "Choose the question language."
        case .allToOne where to == nil: "Choose the answer language."
        default: choice?.flaw?.words
        }
    }

    /// Stores the choice in a deck's settings; inherited values are not stored.
    func apply(to settings: inout DeckSettings) {
        switch kind {
        case .unreadable, nil: break
        case .inherited: settings.languageChoiceText = nil
        case .all where inherited == nil && settings.languageChoiceText == nil: break
        default: settings.languageChoice = choice
        }
        var own = settings.scriptChoice ?? ScriptChoice()
        for (language, script) in scripts {
            if defaultScripts[language] == script {
                own.forget(language)
            } else {
                own.choose(script)
            }
        }
        let isEmpty = own.languages.isEmpty
        if settings.scriptChoiceText == nil || settings.scriptChoice != nil || !isEmpty {
            settings.scriptChoice = isEmpty ? nil : own
        }
        settings.showsOtherScripts = showsOtherScripts
    }
}
