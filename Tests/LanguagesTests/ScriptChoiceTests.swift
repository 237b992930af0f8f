import Languages
import Testing

struct ScriptChoiceTests {
    @Test(arguments: [
        ("ja:Latn,pa:Guru", "ja:Latn,pa:Guru"), ("pa:guru,JA:latn", "ja:Latn,pa:Guru"),
        ("", ""), ("ja:Latn,", "ja:Latn"), ("pa:Aran", "pa:Arab"), ("iw:Hebr", "he:Hebr"),
    ])
    func readsTheStoredForm(given: String, written: String) {
        let choice = ScriptChoice(given)

        #expect(choice?.description == written)
        #expect(choice.map(\.description).flatMap { ScriptChoice($0) } == choice)
    }

    @Test(arguments: [
        ",", "ja", "ja:", "ja:Lat", "ja:Latin", ":Latn", "ja:Latn:Guru", "ja:Latn,,pa:Guru",
        "ja:Latn,ja:Jpan", "ja-Latn:Latn", "ja:Latn, pa:Guru", "ja:L-tn", "ja:1996", "x:Latn",
        "zh-yue-abc:Latn", "ja:Latn\n",
    ])
    func refusesAnythingElse(text: String) {
        #expect(ScriptChoice(text) == nil)
    }

    @Test func choosesByTag() {
        var choice = ScriptChoice()
        for tag in tags(["ja-Latn", "pa-PK", "uk", "tlh"]) { choice.choose(tag) }

        #expect(choice.description == "ja:Latn,pa:Arab,uk:Cyrl")
        #expect(choice["pa"] == LanguageTag("pa-Arab"))
        choice.forget("pa")
        #expect(choice.languages == ["ja", "uk"])
        #expect(choice["pa"] == nil)
    }

    @Test(arguments: [
        ("", ["en", "ja", "ja-Latn"], ["en", "ja"]),
        ("ja:Latn", ["en", "ja", "ja-Latn"], ["en", "ja-Latn"]),
        ("ja:Jpan", ["en", "ja", "ja-Latn"], ["en", "ja"]),
        ("ja:Hrkt", ["en", "ja", "ja-Latn"], ["en"]),
        ("", ["en", "ja-Hrkt", "ja-Latn"], ["en", "ja-Hrkt"]),
        ("pa:Aran", ["pa", "pa-Arab", "pa-Latn"], ["pa-Arab"]),
        ("zh:Latn", ["zh-Latn-pinyin", "zh"], ["zh-Latn-pinyin"]),
        ("zh:Latn", ["zh-Latn-pinyin", "zh-Latn"], ["zh-Latn"]),
        ("", ["zh-Hant", "zh-TW", "zh-Hans"], ["zh-Hans"]),
        ("", ["pt-PT", "pt-BR"], ["pt-BR"]),
        ("", [], []),
    ])
    func showsEachLanguageOnce(choice: String, given: [String], shown: [String]) throws {
        let choice = try #require(ScriptChoice(choice))

        #expect(choice.shown(of: tags(given)).map(\.text) == shown)
    }

    @Test func asksKanjiForKanaIfTheLanguageChoiceNamesBoth() {
        let note = tags(["en", "ja", "ja-Hrkt", "ja-Latn"])
        let choice = LanguageChoice.oneToOne(from: note[1], to: note[2])

        #expect(choice.pairs(among: note, in: ScriptChoice()).map(\.description) == ["ja>ja-Hrkt"])
        #expect(choice.pairs(among: note, in: ScriptChoice("ja:Latn")!) == [])
    }

    @Test func scriptChoiceHasPriorityOverTheLanguageChoice() {
        let note = tags(["en", "ja", "ja-Latn"])
        let choice = LanguageChoice("oneToOne:en:ja")!

        #expect(choice.pairs(among: note, in: ScriptChoice()).map(\.description) == ["en>ja"])
        #expect(
            choice.pairs(among: note, in: ScriptChoice("ja:Latn")!).map(\.description)
                == ["en>ja-Latn"]
        )
    }

    /// Every subset of six tags, with every language choice of them and every relevant script choice.
    @Test func yieldsThePairsOfItsDefinition() {
        let six = tags(["en", "ja", "ja-Latn", "pa-Arab", "pa-Guru", "zh-Latn-pinyin"])
        let subsets = (0..<64).map { bits in
            six.indices.filter { bits >> $0 & 1 == 1 }.map { six[$0] }
        }
        let choices: [LanguageChoice] =
            [.all] + six.flatMap { from in six.map { .oneToOne(from: from, to: $0) } }
            + six.map { .oneToAll(from: $0) } + six.map { .allToOne(to: $0) }
            + subsets.map { .symmetricSubset(Set($0)) }
        let scripts = ["", "ja:Latn", "ja:Jpan,pa:Guru", "pa:Arab,zh:Latn", "ja:Kana,zh:Hans"]

        for scripts in scripts.compactMap({ ScriptChoice($0) }) {
            for choice in choices {
                let asks = definition(of: choice, scripts)
                for note in subsets {
                    let expected = note.flatMap { from in
                        note.filter { asks(from, $0, note) }.map {
                            LanguagePair(from: from, to: $0)
                        }
                    }
                    let pairs = choice.pairs(among: note, in: scripts)
                    if pairs != expected {
                        Issue.record(
                            "\(choice) in \(scripts) among \(note): \(pairs), not \(expected)"
                        )
                    }
                }
            }
        }
    }

    /// The definition for one pair; each of the six tags has a different script.
    private func definition(of choice: LanguageChoice, _ scripts: ScriptChoice)
        -> (LanguageTag, LanguageTag, [LanguageTag]) -> Bool
    {
        { from, to, note in
            func isShown(_ tag: LanguageTag) -> Bool {
                let writings = note.filter { $0.language == tag.language }
                if let chosen = scripts[tag.language] {
                    return tag.likelyScript == chosen.likelyScript
                }
                let named = writings.filter(choice.languages.contains)
                if !named.isEmpty { return named.contains(tag) }
                let usual = writings.filter { $0.text == $0.language || $0.text == "pa-Guru" }
                return tag == (usual.first ?? writings.first)
            }
            /// Whether a named language matches a tag.
            func means(_ named: LanguageTag, _ tag: LanguageTag) -> Bool {
                if scripts[tag.language] != nil { return named.language == tag.language }
                if named == tag { return true }
                return named.text == named.language && named.language == tag.language
                    && !note.contains(named)
            }
            guard from != to, isShown(from), isShown(to) else { return false }
            switch choice {
            case .all: return true
            case .oneToOne(let one, let other): return means(one, from) && means(other, to)
            case .oneToAll(let one): return means(one, from)
            case .allToOne(let one): return means(one, to)
            case .symmetricSubset(let named):
                return named.contains { means($0, from) } && named.contains { means($0, to) }
            }
        }
    }

    @Test func parsesRandomTextOnlyIfWellFormed() {
        var random = RandomText(
            pieces: [
                "ja", "pa", "iw", "ja-Latn", ":", ":", ":", ",", ",", "Latn", "Guru", "aran", "é",
                " ",
            ]
        )
        for _ in 0..<RandomText.count {
            let text = random.next()

            guard let choice = ScriptChoice(text) else { continue }
            #expect(ScriptChoice(choice.description) == choice)
            let items = text.split(separator: ",").map { $0.split(separator: ":") }
            #expect(items.count == choice.languages.count, "\(text.debugDescription)")
            for item in items {
                let tag = LanguageTag(item.joined(separator: "-"))
                #expect(tag.flatMap { choice[$0.language] }?.isEquivalent(to: tag!) == true)
            }
        }
    }

    private func tags(_ texts: [String]) -> [LanguageTag] { texts.compactMap { LanguageTag($0) } }
}
