import Foundation
import Languages
import Notes
import Testing

struct StarterDeckTests {
    private let moment = Moment(milliseconds: 1_800_000_000_000)

    @Test func questionsAreTenAndShort() throws {
        let deck = try questions()

        #expect(deck.deck.name.text == "First questions")
        #expect(deck.notes.count == 10)
        for note in deck.notes {
            #expect(note.text(of: 1).hasSuffix("?"))
            #expect((1...20).contains(note.text(of: 2).count))
            #expect(CardGenerator(deck.type).faces(of: note) == [.template(1)])
        }
    }

    @Test(arguments: ["de", "en", "es", "fi", "fr", "ja", "ko", "nb", "pa", "uk", "zh"])
    func questionsAreInEveryLanguageOfTheWords(_ code: String) throws {
        let language = try #require(LanguageTag(code))
        let english = try questions()

        let deck = try questions(in: language)

        #expect(deck.notes.map(\.id) == english.notes.map(\.id))
        #expect(Set(deck.notes.map { $0.text(of: 2) }).count == 10)
        for (note, original) in zip(deck.notes, english.notes) {
            let (question, answer) = (note.text(of: 1), note.text(of: 2))
            #expect(question.last == "?" || question.last == "？")
            #expect((question == original.text(of: 1)) == (code == "en"))
            #expect((1...20).contains(answer.count))
            #expect(language.fits(question) && language.fits(answer), "\(question) \(answer)")
            for text in [question, answer] {
                let composed = text.precomposedStringWithCanonicalMapping
                #expect(composed.utf8.elementsEqual(text.utf8), "\(text)")
            }
            #expect(deck.wordings[note.id] == english.wordings[note.id])
        }
    }

    @Test func wordsBeginWithAnApple() throws {
        let deck = try words()
        let first = deck.notes[0]

        #expect(deck.deck.settings.languageChoice?.description == "oneToOne:en:fi")
        #expect(deck.notes.count >= 100)
        #expect(first.wordType == .noun)
        #expect(
            languages.map { first.text(of: .language($0)) } == [
                "apple", "omena", "pomme", "りんご", "ringo",
            ]
        )
    }

    @Test func everyWordIsCompleteInEveryLanguage() throws {
        for note in try words().notes {
            #expect(Set(languages).isSubset(of: note.languages), "\(note.guid)")
            #expect(note.wordType != nil, "\(note.guid)")
            for value in note.values.values {
                #expect(value.text.trimmingCharacters(in: .whitespacesAndNewlines) == value.text)
                #expect(
                    value.text.precomposedStringWithCanonicalMapping.utf8.elementsEqual(
                        value.text.utf8
                    )
                )
                #expect(value.state == "translated")
            }
        }
    }

    @Test func noQuestionHasTwoAnswers() throws {
        let notes = try words().notes
        for language in languages {
            let texts = notes.map { $0.text(of: .language(language)).lowercased() }
            let twice = Dictionary(grouping: texts, by: \.self).filter { $1.count > 1 }.keys
            #expect(twice.isEmpty, "\(language): \(twice)")
        }
    }

    @Test func textsAreWrittenInTheScriptOfTheirLanguage() throws {
        let romaji = Set("abcdefghijkmnoprstuwyzāēīōū ")
        let finnish = Set("abcdefghijklmnoprstuvyäö ")
        for note in try words().notes {
            let texts = languages.map { note.text(of: .language($0)) }
            #expect(finnish.isSuperset(of: texts[1]), "\(texts[1])")
            #expect(texts[3].unicodeScalars.allSatisfy { $0.value >= 0x3041 }, "\(texts[3])")
            #expect(romaji.isSuperset(of: texts[4]), "\(texts[4])")
        }
    }

    /// Kana determine the romanization, so that a mistake is detected.
    @Test func romanizationAgreesWithKana() throws {
        for note in try words().notes {
            let kana = note.text(of: .language(languages[3]))
            guard kana.unicodeScalars.allSatisfy({ (0x3041...0x30FF).contains($0.value) }),
                note.wordType != .conjunction
            else { continue }
            let latin = try #require(kana.applyingTransform(.toLatin, reverse: false))
            let plain = latin.folding(options: .diacriticInsensitive, locale: nil)
            let romaji = note.text(of: .language(languages[4]))
                .folding(options: .diacriticInsensitive, locale: nil)
            #expect(letters(plain) == letters(romaji), "\(kana)")
        }
    }

    /// Without what romanizations write differently: long vowels, particles, apostrophes.
    private func letters(_ text: String) -> String {
        text.lowercased().filter(\.isLetter)
            .replacing("ou", with: "o").replacing("oo", with: "o").replacing(
                "hitaha",
                with: "hitawa"
            )
            .replacing("konnichiha", with: "konnichiwa").replacing("obaasan", with: "obasan")
    }

    @Test func idsAreStableAndUnique() throws {
        let notes = try words().notes + questions().notes
        let again = try words().notes + questions().notes

        #expect(notes == again)
        #expect(Set(notes.map(\.id)).count == notes.count)
        #expect(Set(notes.map(\.guid)).count == notes.count)
        #expect(notes[0].guid.rawValue == "starter/first words/apple")
        #expect(notes[0].id.rawValue > 0)
        #expect(try words().notes.map(\.made).sorted() == words().notes.map(\.made))
        // Notes that the learner adds are later than all of them.
        #expect(try words().notes.last?.made == moment)
    }

    @Test func idsDoNotDependOnOtherWords() throws {
        let small = #"{"sourceLanguage":"en","strings":{"pear":{},"apple":{}}}"#
        let deck = try StarterDeck(
            vocabulary: Array(small.utf8),
            named: "First words",
            languageChoice: .all,
            at: moment
        )

        #expect(deck.notes[1].id == (try words().notes[0].id))
        #expect(deck.notes[1].guid == (try words().notes[0].guid))
    }

    @Test func brokenFilesAreRefused() {
        #expect(throws: StarterDeckError.self) {
            try StarterDeck(questions: [], in: .english, at: moment)
        }
        #expect(throws: StarterDeckError.self) {
            try StarterDeck(vocabulary: [], named: "x", languageChoice: .all, at: moment)
        }
        #expect(throws: StarterDeckError.notAName("::")) {
            let empty = Array(#"{"sourceLanguage":"en","strings":{}}"#.utf8)
            _ = try StarterDeck(vocabulary: empty, named: "::", languageChoice: .all, at: moment)
        }
    }

    private let languages = ["en", "fi", "fr", "ja", "ja-Latn"].compactMap { LanguageTag($0) }

    private func questions(in language: LanguageTag = .english) throws -> StarterDeck {
        try StarterDeck(questions: file("First questions.json"), in: language, at: moment)
    }

    private func words() throws -> StarterDeck {
        try StarterDeck(
            vocabulary: file("First words.xcstrings"),
            named: "First words",
            languageChoice: .oneToOne(from: languages[0], to: languages[1]),
            at: moment
        )
    }

    private func file(_ name: String) throws -> [UInt8] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../Decks"
        )
        return Array(try Data(contentsOf: root.appending(path: name)))
    }
}
