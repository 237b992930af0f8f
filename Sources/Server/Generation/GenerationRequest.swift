import HTTP
import Languages
import LibraryValues
import Lookup
import Notes

/// What a form needs to be filled in: a definition, or translations.
struct GenerationRequest {
    let word: String
    /// The language of the word, where it is known.
    let language: LanguageTag?
    private let content: Content
    private let wordType: WordType?

    private enum Content {
        case definition(FieldID, LanguageTag)
        case translations([LanguageTag])
    }

    /// - Throws: Why nothing can be looked up for this form.
    init(_ form: NoteForm) throws(HTTPError) {
        func text(_ field: NoteType.Field) -> String {
            MediaText(form.draft.values[field.id]?.text ?? "").words.trimmed
        }
        guard let source = form.fields.first(where: { !text($0).isEmpty }) else {
            throw HTTPError(.unprocessableContent, "Enter a word first.")
        }
        word = text(source)
        language = source.language
        wordType = form.draft.wordType
        guard word.count <= 200 else {
            throw HTTPError(.unprocessableContent, "This text is too long to look up.")
        }
        switch form.type.cards {
        case .languages:
            let empty = form.fields.filter { text($0).isEmpty }.compactMap(\.language)
            guard !empty.isEmpty else {
                throw HTTPError(
                    .unprocessableContent,
                    "Add a language first, and leave its field empty."
                )
            }
            content = .translations(empty)
        case .templates, .place:
            guard let target = form.fields.last, target.id != source.id else {
                throw HTTPError(.unprocessableContent, "Enter the word in the first field.")
            }
            content = .definition(target.id, target.language ?? .english)
        case .cloze:
            throw HTTPError(.unprocessableContent, "Cloze texts can’t be looked up.")
        }
    }

    /// Asks the dictionaries and the model in the learner's order; blocks its thread.
    ///
    /// - Throws: Why the model failed, if no dictionary knows the word either.
    func draft(
        from lookup: Lookup,
        model: LanguageModel?,
        first: LookupSettings.First,
        isCancelled: @escaping () -> Bool,
        progress: @escaping (WordDraft) -> Void
    ) throws(LanguageModelError) -> WordDraft? {
        if first == .dictionary || model == nil, let draft = find(in: lookup) { return draft }
        guard let model else { return nil }
        do throws(LanguageModelError) {
            return try model.draft(
                of: word,
                in: language,
                request: modelRequest,
                isCancelled: isCancelled,
                progress: progress
            )
        } catch {
            guard first == .model, error != .cancelled, var draft = find(in: lookup) else {
                throw error
            }
            draft.remark = [error.description, draft.remark].compactMap(\.self)
                .joined(separator: " ")
            return draft
        }
    }

    /// Why nothing was found.
    func excuse(_ lookup: Lookup) -> Phrase {
        let settle: Phrase = "Set up a language model in Settings › Generate."
        switch content {
        case .definition:
            let isEnglish = language.map { $0.language == "en" } ?? true
            guard isEnglish, lookup.define("apple", nil) != nil else {
                return "No installed dictionary defines this word. \(settle)"
            }
            return WordNet.isFunctionWord(word)
                ? "WordNet doesn’t define function words such as “\(word)”. \(settle)"
                : "“\(word.prefix(40))” isn’t in the dictionary. \(settle)"
        case .translations(let targets):
            let source = language ?? .english
            let missing = targets.filter { !lookup.hasPair(source, $0) }
            guard let first = missing.first else {
                return "“\(word.prefix(40))” isn’t in the dictionary. \(settle)"
            }
            return "No \(source.spoken)–\(first.spoken) dictionary is installed. \(settle)"
        }
    }

    /// The fields to fill in.
    var targets: [FieldID] {
        switch content {
        case .definition(let field, _): [field]
        case .translations(let languages): languages.map(FieldID.language)
        }
    }

    /// The texts of a draft by field.
    func fields(of draft: WordDraft) -> [FieldID: String] {
        switch content {
        case .definition(let field, _):
            draft.sentences.isEmpty ? [:] : [field: draft.sentences.joined(separator: " ")]
        case .translations:
            Dictionary(
                draft.translations.map { (FieldID.language($0.key), $0.value) },
                uniquingKeysWith: { first, _ in first }
            )
        }
    }

    private var modelRequest: LanguageModel.Request {
        switch content {
        case .definition(_, let language): .definition(in: language)
        case .translations(let languages): .translations(languages)
        }
    }

    /// Looks the word up in WordNet, which defines English words, or in FreeDict's language pairs.
    private func find(in lookup: Lookup) -> WordDraft? {
        switch content {
        case .definition(_, let target):
            guard target.language == "en", language.map({ $0.language == "en" }) ?? true else {
                return nil
            }
            return lookup.define(word, wordType)
        case .translations(let targets):
            var draft = WordDraft(source: "FreeDict")
            for target in targets {
                let found = lookup.translate(word, language ?? .english, target)
                if let found, target.fits(found) { draft.translations[target] = found }
            }
            guard !draft.translations.isEmpty else { return nil }
            let missing = targets.filter { draft.translations[$0] == nil }.map(\.spoken)
            if !missing.isEmpty {
                draft.remark = say(
                    "The dictionaries have no entry for \(missing.joined(separator: ", "))."
                )
            }
            return draft
        }
    }
}

extension LanguageTag {
    fileprivate var spoken: String { localizedName.description }
}
