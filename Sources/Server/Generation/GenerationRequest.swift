import HTTP
import Languages
import Library
import Lookup
import Notes

/// What a form asks for when its learner wants it filled in: a definition, or translations.
struct Generation {
    /// The word as it was written, and its language where that is known.
    let word: String
    let language: LanguageTag?
    private let wish: Wish
    private let wordType: WordType?

    private enum Wish {
        case definition(FieldID, LanguageTag)
        case translations([LanguageTag])
    }

    /// Reads what is there and what is missing; a form in which nothing can be looked up is refused in words.
    init(_ form: NoteForm) throws(HTTPError) {
        func text(_ field: NoteType.Field) -> String {
            MediaText(form.draft.values[field.id]?.text ?? "").words.trimmed
        }
        guard let source = form.fields.first(where: { !text($0).isEmpty }) else {
            throw HTTPError(.unprocessableContent, "Write a word first.")
        }
        word = text(source)
        language = source.language
        wordType = form.draft.wordType
        guard word.count <= 200 else {
            throw HTTPError(.unprocessableContent, "That is too long to be looked up as a word.")
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
            wish = .translations(empty)
        case .templates, .place:
            guard let target = form.fields.last, target.id != source.id else {
                throw HTTPError(.unprocessableContent, "Write the word into the first field.")
            }
            wish = .definition(target.id, target.language ?? .english)
        case .cloze:
            throw HTTPError(.unprocessableContent, "A text with gaps is not looked up.")
        }
    }

    /// Asks whoever is to be asked, in the learner's order; blocks its thread.
    func draft(
        from lookup: Lookup,
        model: LanguageModel?,
        first: LookupSettings.First,
        isCancelled: @escaping () -> Bool,
        progress: @escaping (WordDraft) -> Void
    ) throws(LanguageModelError) -> WordDraft? {
        if first == .dictionary || model == nil, let draft = find(in: lookup) { return draft }
        guard let model else { return nil }
        return try model.draft(
            of: word,
            in: language,
            wish: modelWish,
            isCancelled: isCancelled,
            progress: progress
        )
    }

    /// What to say where nobody knows the word.
    func excuse(_ lookup: Lookup) -> Phrase {
        let settle: Phrase = "Set up a language model under Settings → Generate."
        switch wish {
        case .definition:
            let isEnglish = language.map { $0.language == "en" } ?? true
            return isEnglish && lookup.define("apple", nil) != nil
                ? "The dictionary does not know “\(word.prefix(40))”. \(settle)"
                : "There is no dictionary here that defines this word. \(settle)"
        case .translations(let targets):
            let source = language ?? .english
            let missing = targets.filter { !lookup.hasPair(source, $0) }
            guard let first = missing.first else {
                return "The dictionary does not know “\(word.prefix(40))”. \(settle)"
            }
            return "There is no dictionary here from \(source.spoken) to \(first.spoken). \(settle)"
        }
    }

    /// The fields that it fills in.
    var targets: [FieldID] {
        switch wish {
        case .definition(let field, _): [field]
        case .translations(let languages): languages.map(FieldID.language)
        }
    }

    /// What the form is to hold, by its fields.
    func fields(of draft: WordDraft) -> [FieldID: String] {
        switch wish {
        case .definition(let field, _):
            draft.sentences.isEmpty ? [:] : [field: draft.sentences.joined(separator: " ")]
        case .translations:
            Dictionary(
                draft.translations.map { (FieldID.language($0.key), $0.value) },
                uniquingKeysWith: { first, _ in first }
            )
        }
    }

    private var modelWish: LanguageModel.Wish {
        switch wish {
        case .definition(_, let language): .definition(in: language)
        case .translations(let languages): .translations(languages)
        }
    }

    /// What the dictionaries know, which is English words and pairs of languages.
    private func find(in lookup: Lookup) -> WordDraft? {
        switch wish {
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
                    "The dictionaries have nothing for \(missing.joined(separator: ", "))."
                )
            }
            return draft
        }
    }
}

extension LanguageTag {
    fileprivate var spoken: String { spokenName.description }
}
