import Foundation
import Notes
import Testing

@testable import Lookup

@Suite struct WordNetTests {
    let wordNet: WordNet

    init() throws { wordNet = try #require(WordNet(), "install wordnet-base") }

    @Test(arguments: [
        (
            "apple", WordType.noun,
            "Fruit with red or yellow or green skin and sweet to tart crisp whitish flesh."
        ),
        (
            "mice", .noun,
            "Any of numerous small rodents typically resembling diminutive rats having pointed snouts and small ears on elongated bodies with slender usually hairless tails."
        ),
        (
            "ran", .verb,
            "Move fast by using one's feet, with one foot off the ground at any given time."
        ),
        ("Ice cream", .noun, "Frozen dessert containing cream and sugar and flavoring."),
        ("quickly", .adverb, "With rapid movements."),
        ("happy", .adjective, "Enjoying or showing or marked by joy or pleasure."),
    ])
    func definesAWord(word: String, type: WordType, gloss: String) throws {
        let draft = try #require(wordNet.definition(of: word))

        #expect(draft.wordType == type)
        #expect(draft.sentences.first == gloss)
        #expect(draft.sentences.count == 2)
        #expect(draft.remark == nil)
    }

    @Test func secondSentenceIsTheExample() {
        #expect(wordNet.definition(of: "dog")?.sentences.last == "The dog barked all night.")
    }

    @Test func secondSentenceIsTheCategoryIfThereIsNoExample() {
        #expect(wordNet.definition(of: "apple")?.sentences.last == "It is a kind of edible fruit.")
    }

    @Test func definesTheWordTypeThatTheLearnerChose() {
        #expect(
            wordNet.definition(of: "dog", as: .verb)?.sentences.first
                == "Go after with the intent to catch."
        )
        #expect(wordNet.definition(of: "dog", as: .adverb)?.wordType == .noun)
    }

    @Test(arguments: [
        "", " ", "omena", "犬", "dog\ndog\u{0}", "_", "%1:05:00::", "two words of no meaning",
    ])
    func findsNothingForUnknownWords(word: String) {
        #expect(wordNet.definition(of: word) == nil)
    }

    @Test(arguments: ["he", "I", " The ", "in", "us"])
    func functionWordsAreNotTakenForAbbreviations(word: String) {
        #expect(wordNet.definition(of: word) == nil)
        #expect(wordNet.definition(of: word, as: .pronoun) == nil)
    }

    @Test func functionWordIsDefinedAsWhatTheLearnerSaysItIs() {
        #expect(
            wordNet.definition(of: "he", as: .noun)?.sentences.first?.contains("element") == true
        )
    }

    /// The package's documentation gives the numbers.
    @Test func findsEveryEntryOfItsIndex() throws {
        let isWhole = ProcessInfo.processInfo.environment["OMENA_SOAK"] == "1"
        var (count, found) = (0, 0)
        for part in PartOfSpeech.allCases {
            let index = try String(
                contentsOfFile: "/usr/share/wordnet/index.\(part.file)",
                encoding: .utf8
            )
            for line in index.split(separator: "\n") where !line.hasPrefix("  ") {
                count += 1
                guard isWhole || count.isMultiple(of: 199) else { continue }
                let lemma = String(line.prefix { $0 != " " })
                let entry = try #require(wordNet.entry(lemma, as: part), "\(lemma)")
                let word = String(lemma.map { $0 == "_" ? " " : $0 })
                #expect(wordNet.entries(of: word).contains(entry), "\(lemma)")
                #expect(wordNet.definition(of: word, as: part.wordType) != nil, "\(lemma)")
                found += 1
            }
        }
        #expect(count == 155_287)
        #expect(found == (isWhole ? count : count / 199))
    }
}
