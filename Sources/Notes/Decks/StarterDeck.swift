#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
public import Languages

/// A deck that a new library is given, with its notes.
///
/// Ids and guids depend on the deck and the word alone, so that a newer version of the deck can be merged later and
/// finds its notes again, wherever they stand in the list.
public struct StarterDeck: Hashable, Sendable {
    /// The deck and what it says for itself.
    public var deck: Deck
    /// The type of all its notes.
    public var type: NoteType
    /// In the order in which they are shown: each is made one millisecond after the one before.
    public var notes: [Note]
}

extension StarterDeck {
    /// Reads a list of questions, `First questions.json`.
    public init(questions bytes: [UInt8], at moment: Moment) throws(StarterDeckError) {
        let list: QuestionList
        do {
            list = try JSONDecoder().decode(QuestionList.self, from: Data(bytes))
        } catch {
            throw .notQuestions("\(error)")
        }
        let words = list.questions.map { question in
            Word(
                key: question.key,
                values: [1: FieldValue(question.question), 2: FieldValue(question.answer)]
            )
        }
        try self.init(named: list.deck, type: .basic, words: words, at: moment)
    }

    /// Reads a vocabulary, `First words.xcstrings`: a note for each key, with its word type in the comment.
    public init(
        vocabulary bytes: [UInt8],
        named name: String,
        languageChoice: LanguageChoice,
        at moment: Moment
    ) throws(StarterDeckError) {
        let catalog: StringCatalog
        do {
            catalog = try StringCatalog(bytes)
        } catch {
            throw .notAVocabulary(error)
        }
        let words = catalog.entries.map { entry in
            var values: [FieldID: FieldValue] = [
                .language(catalog.sourceLanguage): FieldValue(entry.key)
            ]
            for localization in entry.localizations {
                guard let language = localization.language,
                    case .unit(let unit) = localization.content
                else { continue }
                values[.language(language)] = FieldValue(unit.value, state: unit.state)
            }
            return Word(
                key: entry.key,
                values: values,
                type: entry.comment.flatMap(WordType.init(rawValue:))
            )
        }
        try self.init(named: name, type: .languages, words: words, at: moment)
        deck.settings.languageChoice = languageChoice
    }

    private init(
        named name: String,
        type: NoteType,
        words: [Word],
        at moment: Moment
    ) throws(StarterDeckError) {
        guard let deckName = DeckName(name) else { throw .notAName(name) }
        let deck = Deck(id: DeckID(starter: "starter/\(deckName.key)"), name: deckName)
        // One after the other, the last one now: what a learner adds next is later than all of them.
        let first = moment.milliseconds - Int64(words.count - 1)
        let notes = words.enumerated().map { index, word in
            let guid = "starter/\(deckName.key)/\(word.key)"
            return Note(
                id: NoteID(starter: guid),
                guid: NoteGUID(rawValue: guid),
                type: type.id,
                deck: deck.id,
                values: word.values,
                wordType: word.type,
                made: Moment(milliseconds: first + Int64(index))
            )
        }
        self.init(deck: deck, type: type, notes: notes)
    }
}

/// Why a file is not a starter deck.
public enum StarterDeckError: Error, Hashable {
    case notQuestions(String)
    case notAVocabulary(StringCatalogError)
    case notAName(String)
}

private struct Word {
    let key: String
    let values: [FieldID: FieldValue]
    var type: WordType?
}

private struct QuestionList: Decodable {
    let deck: String
    let questions: [Question]

    struct Question: Decodable {
        /// Names the question for good, however it is worded.
        let key: String
        let question: String
        let answer: String
    }
}

extension Identifier {
    /// The same id for the same name, everywhere: 20 bits of its hash stand where the milliseconds of an ordinary id
    /// are, from the first second of 2026 on, and 21 where the random bits are.
    fileprivate init(starter name: String) {
        let hash = SteadyHash(name).value
        let milliseconds = 1_767_225_600_000 + Int64(hash >> 43 & 0xF_FFFF)
        self.init(rawValue: milliseconds << 21 | Int64(hash & 0x1F_FFFF))
    }
}
