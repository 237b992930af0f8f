internal import Languages
internal import Notes

/// The prompt, which also describes the format of the answer because not every server tells the model.
enum Prompt {
    static func messages(
        word: String,
        language: LanguageTag?,
        request: LanguageModel.Request
    ) -> [ChatMessage] {
        let asked = language.map { " (\(name(of: $0)))" } ?? ""
        return [
            ChatMessage(role: .system, content: task(request)),
            ChatMessage(role: .user, content: "The word is: \(word.prefix(200))\(asked)"),
        ]
    }

    static func repair(_ reason: String) -> ChatMessage {
        ChatMessage(
            role: .user,
            content: "That cannot be used: \(reason). Answer again, with the JSON object alone."
        )
    }

    private static func task(_ request: LanguageModel.Request) -> String {
        let types = WordType.allCases.map(\.rawValue).joined(separator: ", ")
        let end =
            "\"wordType\" is one of: \(types). Answer with one JSON object and nothing else."
        switch request {
        case .definition(let language):
            return """
                You write the dictionary of a language course for beginners. \
                In \(name(of: language)), in simple words, say what the word means. \
                "sentences" holds exactly two short sentences: the first says what it means, the \
                second shows it in use. \(end)
                """
        case .translations(let languages):
            let list = languages.map { "\"\($0)\": \(name(of: $0))" }.joined(separator: ", ")
            return """
                You translate single words for a language course. "translations" holds the most \
                usual translation of the word in each of these languages and scripts: \(list). \
                Write each in its own script, without an article or a remark. \(end)
                """
        }
    }

    private static func name(of language: LanguageTag) -> String {
        language.englishName ?? language.text
    }
}
