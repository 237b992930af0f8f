public import Languages

internal import Fetch

/// A language model behind an endpoint that speaks as OpenAI's does: Ollama, llama.cpp, LM Studio, vLLM, a hosted one.
public struct LanguageModel: Sendable {
    /// Where it is asked, up to and with the version: `http://localhost:11434/v1`.
    public let endpoint: String
    /// How the server calls it.
    public let name: String
    /// What the server wants to see; never shown, logged or exported.
    private let key: String?
    /// Seconds without a word until it is given up: a small machine may have to load the model first.
    private let patience: Int

    /// What a model is asked about a word.
    public enum Wish: Hashable, Sendable {
        /// Two sentences that define it, in a language.
        case definition(in: LanguageTag)
        /// The word in other languages.
        case translations([LanguageTag])
    }

    /// Nil where the address is none of the web's.
    ///
    /// - Parameter endpoint: As a learner writes it; what every server adds in the same way may be left out.
    public init?(endpoint: String, name: String, key: String? = nil, patience: Int = 60) {
        var address = endpoint
        while address.hasSuffix("/") { address.removeLast() }
        if address.hasSuffix("/chat/completions") { address.removeLast(17) }
        let hasScheme = address.hasPrefix("http://") || address.hasPrefix("https://")
        guard hasScheme, address.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
        let place = address.drop { $0 != ":" }.dropFirst(3)
        guard let first = place.first, first != "/" else { return nil }
        self.endpoint = place.contains("/") ? address : address + "/v1"
        self.name = name
        self.key = key
        self.patience = patience
    }

    /// Asks for a word, and once more where the answer has not the form that was asked for; blocks its thread.
    ///
    /// - Parameters:
    ///   - word: As the learner wrote it.
    ///   - language: What language it is of, where that is known.
    ///   - isCancelled: Asked every now and then whether the learner has changed their mind.
    ///   - progress: Is shown what has come so far.
    public func draft(
        of word: String,
        in language: LanguageTag?,
        wish: Wish,
        isCancelled: @escaping () -> Bool = { false },
        progress: @escaping (WordDraft) -> Void = { _ in }
    ) throws(LanguageModelError) -> WordDraft {
        let guide = DraftGuide(wish: wish, source: name)
        var messages = Prompt.messages(word: word, language: language, wish: wish)
        var failure = LanguageModelError.wrongShape("nothing came")
        for _ in 0..<2 {
            let answer = try ask(messages, guide.schema, isCancelled) { text in
                if let draft = guide.begun(text) { progress(draft) }
            }
            do throws(DraftFlaw) {
                return try guide.draft(answer.text)
            } catch {
                // An event stream that ends without saying so was cut on its way.
                if answer.isBegun, !answer.isFinished { throw .brokenOff(host: host) }
                failure = answer.isCut ? .cutOff : .wrongShape(error.reason)
                messages.append(ChatMessage(role: .assistant, content: answer.text))
                messages.append(Prompt.repair(error.reason))
            }
        }
        throw failure
    }

    /// Lets the server load the model, so that the first word does not wait for it; says nothing of how that went.
    public func warmUp() {
        let message = ChatMessage(role: .user, content: "Hello")
        let request = ChatRequest(model: name, messages: [message], schema: nil, maximumTokens: 1)
        _ = try? fetch("POST", "/chat/completions", body: request.json, timeout: 60).send()
    }

    /// The models that the server has.
    public func models() throws(LanguageModelError) -> [String] {
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
        _ schema: Schema,
        _ isCancelled: @escaping () -> Bool,
        progress: @escaping (String) -> Void
    ) throws(LanguageModelError) -> ChatAnswer {
        let request = ChatRequest(model: name, messages: messages, schema: schema)
        let reader = ChatReader()
        let response: FetchResponse
        do {
            response = try fetch("POST", "/chat/completions", body: request.json, timeout: 300)
                .send(isCancelled: isCancelled) { bytes in
                    reader.read(bytes, progress: progress)
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
        return request
    }

    /// Who is asked, for telling the learner.
    private var host: String {
        String(endpoint.drop { $0 != ":" }.dropFirst(3).prefix { $0 != "/" })
    }
}
