import Languages
import Testing

struct LanguageChoiceTests {
    private let six = ["en", "fi", "fr", "ja", "pa-Arab", "zh-Hans"].compactMap {
        LanguageTag($0)
    }

    /// Every choice with the six languages, including invalid ones: 1 + 36 + 6 + 6 + 64.
    private var everyChoice: [LanguageChoice] {
        [.all]
            + six.flatMap { from in six.map { .oneToOne(from: from, to: $0) } }
            + six.map { .oneToAll(from: $0) }
            + six.map { .allToOne(to: $0) }
            + subsets.map { .symmetricSubset(Set($0)) }
    }

    private var subsets: [[LanguageTag]] {
        (0..<64).map { bits in six.indices.filter { bits >> $0 & 1 == 1 }.map { six[$0] } }
    }

    @Test func yieldsThePairsOfItsDefinition() {
        #expect(everyChoice.count == 113)
        for choice in everyChoice {
            for languages in subsets {
                let pairs = choice.pairs(among: languages)

                let expected = languages.flatMap { from in
                    languages.compactMap { to in
                        isAsked(from, to, by: choice) ? LanguagePair(from: from, to: to) : nil
                    }
                }
                #expect(pairs == expected, "\(choice) among \(languages)")
            }
        }
    }

    /// The definition for one pair.
    private func isAsked(_ from: LanguageTag, _ to: LanguageTag, by choice: LanguageChoice) -> Bool
    {
        guard from != to else { return false }
        return switch choice {
        case .all: true
        case .oneToOne(let one, let other): from == one && to == other
        case .oneToAll(let one): from == one
        case .allToOne(let one): to == one
        case .symmetricSubset(let languages): languages.contains(from) && languages.contains(to)
        }
    }

    @Test func storedFormRoundTrips() {
        for choice in everyChoice {
            #expect(LanguageChoice(choice.description) == choice)
        }
        #expect(Set(everyChoice.map(\.description)).count == everyChoice.count)
    }

    @Test(arguments: [
        ("all", "all"), ("oneToOne:en:fr", "oneToOne:en:fr"), ("oneToAll:EN", "oneToAll:en"),
        ("allToOne:fr", "allToOne:fr"), ("symmetricSubset:en,fr,ja", "symmetricSubset:en,fr,ja"),
        ("symmetricSubset:ja,en,fr", "symmetricSubset:en,fr,ja"),
        ("symmetricSubset:en,fr,", "symmetricSubset:en,fr"),
        ("symmetricSubset:", "symmetricSubset:"), ("oneToOne:ja:ja-latn", "oneToOne:ja:ja-Latn"),
    ])
    func readsTheStoredForm(given: String, written: String) {
        #expect(LanguageChoice(given)?.description == written)
    }

    @Test(arguments: [
        "", "All", "all:", "all:en", "oneToOne", "oneToOne:en", "oneToOne:en:", "oneToOne:en:fr:",
        "oneToOne:en:fr:ja",
        "oneToOne:en:f", "oneToOne: en:fr", "oneToAll", "oneToAll:", "oneToAll:en,fr", "allToOne:",
        "allToOne:en_US",
        "symmetricSubset", "symmetricSubset:,", "symmetricSubset:en,,fr", "symmetricSubset:,en",
        "symmetricSubset:en,fr,,", "symmetricSubset:en:fr", "symmetricSubset:en,f",
        "symmetricSubset:en, fr",
        "oneToOne:en:fr\n", "ONETOONE:en:fr",
    ])
    func refusesAnythingElse(text: String) {
        #expect(LanguageChoice(text) == nil)
    }

    @Test func isInvalidOnlyWithoutPairs() {
        for choice in everyChoice {
            let expected: LanguageChoice.Flaw? =
                switch choice {
                case .oneToOne(let from, let to): from == to ? .sameLanguageTwice : nil
                case .symmetricSubset(let languages): languages.count < 2 ? .tooFewLanguages : nil
                default: nil
                }
            #expect(choice.flaw == expected)
            #expect((choice.flaw == nil) == (choice.pairs(among: six) != []))
        }
    }

    @Test func equivalentTagsAreOneLanguage() {
        let (plain, spelledOut) = (LanguageTag("pa")!, LanguageTag("pa-Guru")!)

        #expect(LanguageChoice.oneToOne(from: plain, to: spelledOut).flaw == .sameLanguageTwice)
        #expect(LanguageChoice.symmetricSubset([plain, spelledOut]).flaw == .tooFewLanguages)
        #expect(LanguageChoice.all.pairs(among: [plain, spelledOut]) == [])
    }

    @Test func languageWithoutScriptMatchesTheShownScript() {
        let (english, romaji) = (LanguageTag("en")!, LanguageTag("ja-Latn")!)
        let choice = LanguageChoice.oneToOne(from: english, to: LanguageTag("ja")!)

        #expect(
            choice.pairs(among: [english, romaji]) == [LanguagePair(from: english, to: romaji)]
        )
    }

    @Test func describesFlaws() {
        #expect(
            LanguageChoice.Flaw.sameLanguageTwice.description == "Choose two different languages."
        )
        #expect(LanguageChoice.Flaw.tooFewLanguages.description == "Choose at least two languages.")
    }

    /// Every accepted text has one of the five forms.
    @Test func parsesRandomTextAsAPlainParserDoes() {
        var random = RandomText(
            pieces: [
                "all", "oneToOne", "oneToAll", "allToOne", "symmetricSubset", ":", ":", ":", ",",
                ",", "en", "fr", "ja-Latn", "pa-Guru", "x", "", "é", " ", "\u{0}", "e\u{301}n",
                "iw", "🍏", "-", "EN",
            ]
        )
        for _ in 0..<RandomText.count {
            let text = random.next()

            let choice = LanguageChoice(text)

            #expect(choice == plainlyParsed(text), "\(text.debugDescription)")
            if let choice { #expect(LanguageChoice(choice.description) == choice) }
        }
    }

    /// A plain parser of the stored form.
    private func plainlyParsed(_ text: String) -> LanguageChoice? {
        guard text != "all" else { return .all }
        let scalars = Array(text.unicodeScalars)
        guard let colon = scalars.firstIndex(of: ":") else { return nil }
        let kind = String(String.UnicodeScalarView(scalars[..<colon]))
        let rest = String(String.UnicodeScalarView(scalars[(colon + 1)...]))
        switch kind {
        case "oneToOne":
            let tags = rest.split(separator: ":", omittingEmptySubsequences: false)
            guard tags.count == 2, let from = LanguageTag(tags[0]), let to = LanguageTag(tags[1])
            else { return nil }
            return .oneToOne(from: from, to: to)
        case "oneToAll": return LanguageTag(rest).map { .oneToAll(from: $0) }
        case "allToOne": return LanguageTag(rest).map { .allToOne(to: $0) }
        case "symmetricSubset":
            guard !rest.isEmpty else { return .symmetricSubset([]) }
            let whole = rest.hasSuffix(",") ? String(rest.dropLast()) : rest
            var tags: Set<LanguageTag> = []
            for name in whole.split(separator: ",", omittingEmptySubsequences: false) {
                guard let tag = LanguageTag(name) else { return nil }
                tags.insert(tag)
            }
            return .symmetricSubset(tags)
        default: return nil
        }
    }
}
