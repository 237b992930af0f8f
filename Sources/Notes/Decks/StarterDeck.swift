internal import JSON
package import Languages

/// A deck with notes for a new library.
///
/// Ids and guids depend only on the deck and the word, so that a later version of the deck can be merged and finds its
/// notes again in any order.
package struct StarterDeck: Hashable, Sendable {
    package var deck: Deck
    /// The note type of all its notes.
    package var type: NoteType
    /// In display order: each is dated one millisecond after the one before.
    package var notes: [Note]
}

extension StarterDeck {
    /// Parses a list of questions, `First questions.json`.
    package init(questions bytes: [UInt8], at moment: Moment) throws(StarterDeckError) {
        let list: QuestionList
        do {
            list = try JSONCoding.decode(QuestionList.self, from: bytes)
        } catch {
            throw .notQuestions("\(error)")
        }
        let words = list.questions.map { question in
            StarterWord(
                key: question.key,
                values: [1: FieldValue(question.question), 2: FieldValue(question.answer)]
            )
        }
        try self.init(named: list.deck, type: .basic, words: words, at: moment)
    }

    /// Parses a vocabulary, `First words.xcstrings`: each key is a note, with its word type in the comment.
    package init(
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
            return StarterWord(
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
        words: [StarterWord],
        at moment: Moment
    ) throws(StarterDeckError) {
        guard let deckName = DeckName(name) else { throw .notAName(name) }
        let deck = Deck(id: DeckID(starter: "starter/\(deckName.key)"), name: deckName)
        // One millisecond apart, the last one now, so that notes the learner adds are later than all of them.
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
package enum StarterDeckError: Error, Hashable {
    case notQuestions(String)
    case notAVocabulary(StringCatalogError)
    case notAName(String)
}

private struct StarterWord {
    let key: String
    let values: [FieldID: FieldValue]
    var type: WordType?
}

private struct QuestionList: Decodable {
    let deck: String
    let questions: [Question]

    struct Question: Decodable {
        /// Identifies the question even if its wording changes.
        let key: String
        let question: String
        let answer: String
    }
}

extension Identifier {
    /// The same id for the same name in every library: 20 bits of the name's hash replace the milliseconds of an ordinary id,
    /// counted from the start of 2026, and 21 replace its random bits.
    fileprivate init(starter name: String) {
        let hash = StableHash(name).value
        let milliseconds = 1_767_225_600_000 + Int64(hash >> 43 & 0xF_FFFF)
        self.init(at: milliseconds, marked: Int64(truncatingIfNeeded: hash))
    }
}
