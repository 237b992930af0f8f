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
    /// The values of each note in all languages of its file, by tag; empty for a vocabulary, whose notes hold every language.
    package var wordings: [NoteID: [String: [FieldID: FieldValue]]]

    /// The tag of the language whose wording a note has; nil if it has none of them.
    package func language(of note: Note) -> String? {
        wordings[note.id]?.first { $0.value == note.values }?.key
    }
}

extension StarterDeck {
    /// Parses a list of questions, `First questions.json`, in a language, or else in English.
    package init(
        questions bytes: [UInt8],
        in language: LanguageTag,
        at moment: Moment
    ) throws(StarterDeckError) {
        let list: QuestionList
        do {
            list = try JSONCoding.decode(QuestionList.self, from: bytes)
        } catch {
            throw .notQuestions("\(error)")
        }
        var words: [StarterWord] = []
        for question in list.questions {
            let english = question.wordings[LanguageTag.english.text]
            guard let wording = question.wordings[language.language] ?? english else {
                throw .notQuestions("“\(question.key)” is not in English")
            }
            words.append(
                StarterWord(
                    key: question.key,
                    values: wording.values,
                    wordings: question.wordings.mapValues(\.values)
                )
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
        var wordings: [NoteID: [String: [FieldID: FieldValue]]] = [:]
        let notes = words.enumerated().map { index, word in
            let guid = "starter/\(deckName.key)/\(word.key)"
            let note = Note(
                id: NoteID(starter: guid),
                guid: NoteGUID(rawValue: guid),
                type: type.id,
                deck: deck.id,
                values: word.values,
                wordType: word.type,
                made: Moment(milliseconds: first + Int64(index))
            )
            wordings[note.id] = word.wordings
            return note
        }
        self.init(deck: deck, type: type, notes: notes, wordings: wordings)
    }
}

package enum StarterDeckError: Error, Hashable {
    case notQuestions(String)
    case notAVocabulary(StringCatalogError)
    case notAName(String)
}

private struct StarterWord {
    let key: String
    let values: [FieldID: FieldValue]
    var type: WordType?
    /// The values in all languages of the file, by tag; empty where `values` holds them all.
    var wordings: [String: [FieldID: FieldValue]] = [:]
}

private struct QuestionList: Decodable {
    let deck: String
    let questions: [Question]

    struct Question: Decodable {
        /// Identifies the question even if its wording changes.
        let key: String
        /// By the language's tag.
        let wordings: [String: Wording]
    }

    struct Wording: Decodable {
        let question: String
        let answer: String

        var values: [FieldID: FieldValue] { [1: FieldValue(question), 2: FieldValue(answer)] }
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
