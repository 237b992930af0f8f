internal import JSON
internal import Languages
internal import Notes

/// Why an answer is invalid, in words for both the model and the learner.
struct DraftFlaw: Error, Hashable {
    let reason: String
}

/// The required format of an answer: sent to the server as a schema, and validated here in any case.
struct AnswerFormat {
    /// An upper bound for texts of a beginners' dictionary.
    private static let longestSentence = 300
    private static let longestTranslation = 120

    let request: LanguageModel.Request
    let source: String

    var schema: JSONSchema {
        let type = JSONSchema.choice(WordType.allCases.map(\.rawValue))
        switch request {
        case .definition:
            return .object(["sentences": .list(.text, count: 2), "wordType": type])
        case .translations(let languages):
            let texts = languages.map { ($0.text, JSONSchema.text) }
            let object = JSONSchema.object(Dictionary(texts) { first, _ in first })
            return .object(["translations": object, "wordType": type])
        }
    }

    /// Longer answers are not parsed again with every piece.
    private static let longestPartial = 16_384

    /// The part of an incomplete answer that can be shown.
    func partialDraft(_ text: String) -> WordDraft? {
        guard text.utf8.count <= Self.longestPartial, let said = Self.withoutThoughts(text),
            let answer = Answer(PartialJSON.closed(String(said)))
        else { return nil }
        var draft = WordDraft(source: source)
        draft.sentences = Self.clean(answer.sentences ?? [])
        for (name, text) in answer.translations ?? [:] {
            if let language = LanguageTag(name) { draft.translations[language] = Self.clean(text) }
        }
        return draft
    }

    /// Validates a complete answer; removes what is superfluous and remarks on what is missing.
    func draft(_ text: String) throws(DraftFlaw) -> WordDraft {
        guard let answer = Self.withoutThoughts(text).flatMap({ Answer($0) }) else {
            throw DraftFlaw(reason: "it is not the JSON object that was asked for")
        }
        var draft = WordDraft(source: source)
        draft.wordType = answer.wordType.flatMap { WordType(rawValue: Self.clean($0).lowercased()) }
        guard draft.wordType != nil else {
            throw DraftFlaw(reason: "“wordType” is not one of the ten")
        }
        switch request {
        case .definition(let language): try define(answer, in: language, &draft)
        case .translations(let languages): try translate(answer, into: languages, &draft)
        }
        return draft
    }

    private func define(
        _ answer: Answer,
        in language: LanguageTag,
        _ draft: inout WordDraft
    ) throws(DraftFlaw) {
        draft.sentences = Array(Self.clean(answer.sentences ?? []).prefix(2))
        guard !draft.sentences.isEmpty else {
            throw DraftFlaw(reason: "“sentences” holds no sentence")
        }
        for sentence in draft.sentences {
            guard sentence.count <= Self.longestSentence else {
                throw DraftFlaw(reason: "a sentence is longer than \(Self.longestSentence) letters")
            }
            guard language.fits(sentence) else {
                let name = language.englishName ?? language.text
                throw DraftFlaw(reason: "a sentence is not written as \(name) is")
            }
        }
        if draft.sentences.count < 2 { draft.remark = say("It returned only one sentence.") }
    }

    private func translate(
        _ answer: Answer,
        into languages: [LanguageTag],
        _ draft: inout WordDraft
    ) throws(DraftFlaw) {
        for language in languages {
            let text = Self.clean(answer.translations?[language.text] ?? "")
            guard !text.isEmpty, text.count <= Self.longestTranslation, language.fits(text) else {
                continue
            }
            draft.translations[language] = text
        }
        let missing = languages.filter { draft.translations[$0] == nil }
            .map { $0.englishName ?? $0.text }
        guard missing.count < languages.count else {
            throw DraftFlaw(reason: "it has no translation into \(missing.joined(separator: ", "))")
        }
        if !missing.isEmpty {
            let names = languages.filter { draft.translations[$0] == nil }
                .map(\.localizedName.description)
            draft.remark = say("It returned nothing for \(names.joined(separator: ", ")).")
        }
    }

    /// The answer without the model's reasoning, which some servers include, some without the opening tag; nil if the
    /// reasoning has not ended.
    private static func withoutThoughts(_ text: String) -> Substring? {
        let start = text.drop(while: \.isWhitespace)
        guard !start.hasPrefix("{") else { return start }
        if let end = text.ranges(of: "</think>").last { return text[end.upperBound...] }
        return start.hasPrefix("<think>") ? nil : start
    }

    /// The sentences one by one, however the model has put them together.
    private static func clean(_ texts: [String]) -> [String] {
        texts.flatMap { SentenceSplitter.split(clean($0)) }
    }

    /// A single trimmed line without control characters.
    private static func clean(_ text: String) -> String {
        text.split { $0.isWhitespace }
            .map { String($0.unicodeScalars.filter { !isControl($0) }.map(Character.init)) }
            .filter { !$0.isEmpty }
            .joined(separator: " ")
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .control
    }

    private struct Answer: Decodable {
        var sentences: [String]?
        var wordType: String?
        var translations: [String: String]?

        /// Parses the object in a text, because some models put text or backticks around it.
        init?(_ text: some StringProtocol) {
            guard let start = text.firstIndex(of: "{"), let end = text.lastIndex(of: "}"),
                start < end,
                let answer = try? JSONCoding.decode(Self.self, from: text[start...end].utf8)
            else { return nil }
            self = answer
        }
    }
}
