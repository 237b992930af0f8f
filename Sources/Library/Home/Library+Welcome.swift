package import Languages
package import LibraryValues
package import Notes
internal import Storage

extension Library {
    /// The question of the first visit; nil once it was answered or skipped, or if its deck was deleted or reconfigured.
    ///
    /// - Parameter language: The interface's language, which is assumed to be the learner's own.
    package func welcome(in language: InterfaceLanguage) throws(LibraryError) -> Welcome? {
        try read { reader in
            guard try reader.setting(.welcome) == nil else { return nil }
            let decks = try reader.decks()
            guard
                let deck = decks.first(where: { $0.name.text == StarterContent.vocabularyName }
                ),
                case .oneToOne(let from, let to) = deck.settings.languageChoice
            else { return nil }
            // The home page of a new library asks on every visit, and parsing the tags takes a third of its time.
            let languages = try reader.cached("languages of the first visit") {
                let tags = try reader.languageCombinations(in: [deck.id]).flatMap(\.languages)
                return Set(tags.compactMap { LanguageTag($0.language) }).sorted()
            }
            let own = languages.first { $0.text == language.rawValue } ?? from
            return Welcome(
                deck: deck,
                languages: languages,
                speaks: own,
                learns: own == to ? from : to
            )
        }
    }

    /// Sets the deck's languages and name, and the language of the starter questions; the question is not asked again.
    ///
    /// - Parameter name: Not used if another deck has it.
    package func answer(
        _ welcome: Welcome,
        named name: DeckName?,
        by browser: BrowserNumber?
    ) throws(LibraryError) {
        var settings = welcome.deck.settings
        settings.languageChoice = .oneToOne(from: welcome.speaks, to: welcome.learns)
        let isFree = try read { try !$0.decks().contains { $0.name.key == name?.key } }
        _ = try changeDeck(welcome.deck.id, to: isFree ? name : nil, settings, by: browser)
        try translateQuestions(to: welcome.speaks, by: browser)
        try write { try $0.endWelcome() }
    }

    /// Has the starter decks ask in the interface's language, as if they had been created so.
    ///
    /// Nothing counts as changed, so that a library in which nothing was done yet can still become a copy of another one.
    package func skipWelcome(
        in language: InterfaceLanguage = .current
    ) throws(LibraryError) {
        let welcome = try welcome(in: language)
        let moment = now()
        try write { writer in
            if let welcome {
                var deck = welcome.deck
                deck.settings.languageChoice = .oneToOne(from: welcome.speaks, to: welcome.learns)
                if deck != welcome.deck {
                    let notes = try Self.questions(in: welcome.speaks, at: moment, writer)
                    try writer.recreate(notes, deck, at: moment)
                }
            }
            try writer.endWelcome()
        }
    }
}

extension Writer {
    fileprivate func endWelcome() throws { try set(.welcome, to: "asked") }
}

extension SettingKey {
    /// Set once the question was answered or skipped.
    fileprivate static let welcome = SettingKey(rawValue: "welcome")
}
