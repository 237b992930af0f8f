package import Languages

internal import Fetch

/// A language model on a server with an OpenAI-compatible API: Ollama, llama.cpp, LM Studio, vLLM, or a hosted one.
package struct LanguageModel: Sendable {
    /// The base URL including the version: `http://localhost:11434/v1`.
    package let endpoint: String
    /// The server's name for it.
    package let name: String
    /// The API key; never shown, logged or exported.
    private let key: String?
    /// The time limit without a response in seconds, during which a small machine may load the model.
    private let patience: Int
    /// Whether the server has to be on the internet.
    package var isOnlyPublic = false

    /// What to ask the model about a word.
    package enum Request: Hashable, Sendable {
        case definition(in: LanguageTag)
        case translations([LanguageTag])
    }

    /// Nil if the endpoint is not an HTTP URL.
    ///
    /// - Parameter endpoint: The URL as typed; the common path may be omitted.
    package init?(endpoint: String, name: String, key: String? = nil, patience: Int = 60) {
        var address = endpoint
        while address.hasSuffix("/") { address.removeLast() }
        if address.hasSuffix("/chat/completions") { address.removeLast(17) }
        let hasScheme = address.hasPrefix("http://") || address.hasPrefix("https://")
        guard hasScheme, address.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
        let rest = address.drop { $0 != ":" }.dropFirst(3)
        guard let first = rest.first, first != "/" else { return nil }
        self.endpoint = rest.contains("/") ? address : address + "/v1"
        self.name = name
        self.key = key
        self.patience = patience
    }

    /// Asks about a word, and once more if the answer is invalid; blocks the thread.
    ///
    /// - Parameters:
    /// - language: The language of the word, if known.
    /// - isCancelled: Whether to give up; called regularly.
    /// - progress: Called with the answer so far.
    package func draft(
        of word: String,
        in language: LanguageTag?,
        request: Request,
        isCancelled: @escaping () -> Bool = { false },
        progress: @escaping (WordDraft) -> Void = { _ in }
    ) throws(LanguageModelError) -> WordDraft {
        let format = AnswerFormat(request: request, source: name)
        var messages = Prompt.messages(word: word, language: language, request: request)
        var failure = LanguageModelError.wrongShape("nothing came")
        for _ in 0..<2 {
            let answer = try ask(messages, format.schema, isCancelled) { text in
                if let draft = format.partialDraft(text) { progress(draft) }
            }
            do throws(DraftFlaw) {
                return try format.draft(answer.text)
            } catch {
                // An event stream that ends without its end marker was cut off.
                if answer.isBegun, !answer.isFinished { throw .brokenOff(host: host) }
                failure = answer.isCut ? .cutOff : .wrongShape(error.reason)
                messages.append(ChatMessage(role: .assistant, content: answer.text))
                messages.append(Prompt.repair(error.reason))
            }
        }
        throw failure
    }

    /// Makes the server load the model in advance; ignores errors.
    package func warmUp() {
        let message = ChatMessage(role: .user, content: "Hello")
        let request = ChatRequest(model: name, messages: [message], schema: nil, maximumTokens: 1)
        _ = try? fetch("POST", "/chat/completions", body: request.json, timeout: 60).send()
    }

    /// The names of the server's models.
    package func models() throws(LanguageModelError) -> [String] {
        let response: FetchResponse
        do {
            response = try fetch("GET", "/models", timeout: 5).send()
        } catch {
            throw LanguageModelError(error, host: host)
        }
        if let refusal = LanguageModelError(response, model: name, host: host) { throw refusal }
        guard let models = ModelList.names(in: response.body) else {
            throw .wrongShape("it is no list of models")
        }
        return models
    }

    private func ask(
        _ messages: [ChatMessage],
        _ schema: JSONSchema,
        _ isCancelled: @escaping () -> Bool,
        progress: @escaping (String) -> Void
    ) throws(LanguageModelError) -> ChatAnswer {
        let request = ChatRequest(model: name, messages: messages, schema: schema)
        let reader = ChatReader()
        let response: FetchResponse
        do {
            response = try fetch("POST", "/chat/completions", body: request.json, timeout: 300)
                .send(isCancelled: isCancelled) { bytes in
                    reader.read(Array(bytes), progress: progress)
                }
        } catch {
            throw LanguageModelError(error, host: host)
        }
        if let refusal = LanguageModelError(response, model: name, host: host) { throw refusal }
        reader.finish()
        let answer = reader.answer
        if let complaint = answer.error { throw .serverFailed(host: host, complaint) }
        if let refusal = answer.refusal { throw .refused(refusal) }
        return answer
    }

    private func fetch(
        _ method: String,
        _ path: String,
        body: [UInt8] = [],
        timeout: Int
    ) -> FetchRequest {
        var request = FetchRequest(method, endpoint + path)
        request.headers = [("Content-Type", "application/json"), ("Accept", "application/json")]
        if let key { request.headers.append(("Authorization", "Bearer \(key)")) }
        request.body = body
        request.timeout = timeout
        request.patience = patience
        request.connectTimeout = 5
        request.isOnlyPublic = isOnlyPublic
        return request
    }

    /// The server's host, for display.
    private var host: String {
        String(endpoint.drop { $0 != ":" }.dropFirst(3).prefix { $0 != "/" })
    }
}
