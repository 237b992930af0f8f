package import Languages
package import LibraryValues
internal import Notes
internal import Storage

extension Library {
    /// What the first visit asks; nil once it was answered or put aside, or where nothing is left to ask about.
    ///
    /// - Parameter language: The interface's, which is taken for the learner's own until they say otherwise.
    package func welcome(in language: InterfaceLanguage) throws(LibraryError) -> Welcome? {
        try translatingErrors {
            try database.read { reader in
                guard try reader.setting(.welcome) == nil else { return nil }
                let decks = try reader.decks()
                guard
                    let deck = decks.first(where: { $0.name.text == StarterContent.vocabularyName }
                    ),
                    case .oneToOne(let from, let to) = deck.settings.languageChoice
                else { return nil }
                let tags = try reader.languageSets(in: [deck.id]).flatMap(\.languages)
                let languages = Set(tags.compactMap { LanguageTag($0.language) }).sorted()
                let own = languages.first { $0.text == language.rawValue } ?? from
                return Welcome(
                    deck: deck,
                    languages: languages,
                    speaks: own,
                    learns: own == to ? from : to
                )
            }
        }
    }

    /// Lets the deck ask in one language and answer in the other; the first visit asks no more.
    package func answer(_ welcome: Welcome, by browser: BrowserNumber?) throws(LibraryError) {
        var settings = welcome.deck.settings
        settings.languageChoice = .oneToOne(from: welcome.speaks, to: welcome.learns)
        _ = try changeDeck(welcome.deck.id, to: nil, settings, by: browser)
        try skipWelcome()
    }

    /// The first visit asks no more.
    package func skipWelcome() throws(LibraryError) {
        try translatingErrors { try database.write { try $0.set(.welcome, to: "asked") } }
    }
}

extension SettingKey {
    /// Whether the first visit has asked.
    fileprivate static let welcome = SettingKey(rawValue: "welcome")
}
