import Foundation
import HTTP
import Languages
import Notes
import Testing

@testable import Lookup

/// Uses a real server on the loopback interface that responds like the servers that learners run.
@Suite struct LanguageModelTests {
    static let apple =
        #"{"sentences":["An apple is a round fruit.","I eat an apple every day."],"wordType":"noun"}"#

    static let words: WordDraft = {
        var draft = WordDraft(source: "small")
        draft.sentences = ["An apple is a round fruit.", "I eat an apple every day."]
        draft.wordType = .noun
        return draft
    }()

    @Test(arguments: Dialect.allCases)
    func definesAWordWithEveryKindOfServer(dialect: Dialect) async throws {
        try await StubServer.run { _, _ in
            dialect.answer(Self.apple)
        } body: { model, _ in
            let draft = try model.draft(of: "apple", in: nil, request: .definition(in: .english))

            #expect(draft == Self.words)
        }
    }

    @Test func sendsRequestsThatAllServersRead() async throws {
        try await StubServer.run(key: "secret") { _, _ in
            Dialect.ollama.answer(Self.apple)
        } body: { model, asked in
            _ = try model.draft(of: "apple", in: .english, request: .definition(in: .english))

            let request = try #require(asked().first)
            #expect(request.path == "/v1/chat/completions")
            #expect(request.authorization == "Bearer secret")
            let body = try #require(
                JSONSerialization.jsonObject(with: request.body) as? [String: Any]
            )
            let format = try #require(body["response_format"] as? [String: Any])
            let named = try #require(format["json_schema"] as? [String: Any])
            let schema = try #require(named["schema"] as? [String: Any])
            #expect(format["type"] as? String == "json_schema")
            #expect(schema["required"] as? [String] == ["sentences", "wordType"])
            #expect(schema["additionalProperties"] as? Bool == false)
        }
    }

    @Test func showsPartialResults() async throws {
        try await StubServer.run { _, _ in
            Dialect.vLLM.answer(Self.apple)
        } body: { model, _ in
            nonisolated(unsafe) var seen: [[String]] = []
            _ = try model.draft(
                of: "apple",
                in: nil,
                request: .definition(in: .english),
                progress: { seen.append($0.sentences) }
            )

            #expect(seen.count > 3)
            #expect(
                zip(seen, seen.dropFirst()).allSatisfy { $0.joined().count <= $1.joined().count }
            )
            #expect(seen.last == Self.words.sentences)
        }
    }

    @Test func translatesIntoTheLanguagesOfANoteAndReportsMissingOnes() async throws {
        let answer =
            #"{"translations":{"fi":"omena","ja":"ringo","pa-Guru":"ਸੇਬ","uk":" яблуко\n"},"wordType":"Noun"}"#
        try await StubServer.run { _, _ in
            Dialect.llamaCpp.answer(answer)
        } body: { model, _ in
            let tags = ["fi", "ja", "pa-Guru", "uk"].compactMap { LanguageTag($0) }
            let draft = try model.draft(of: "apple", in: .english, request: .translations(tags))

            #expect(
                draft.translations == [tags[0]: "omena", tags[2]: "ਸੇਬ", tags[3]: "яблуко"]
            )
            #expect(draft.wordType == .noun)
            #expect(draft.remark == "It returned nothing for Japanese.")
        }
    }

    @Test(arguments: [
        (
            #"{"sentences":["One. Two. Three."],"wordType":"noun"}"#, ["One.", "Two."],
            nil as String?
        ),
        (#"{"sentences":["One.","Two.","Three."],"wordType":"noun"}"#, ["One.", "Two."], nil),
        (
            #"{"sentences":["Only one."],"wordType":"noun"}"#, ["Only one."],
            "It returned only one sentence."
        ),
        (
            "```json\n{\"sentences\":[\"One.\",\"Two.\"],\"wordType\":\" Noun \"}\n```",
            ["One.", "Two."], nil
        ),
        (
            #"{"sentences":["O\u0007ne.\n","Two.","",""],"wordType":"noun","more":1}"#,
            ["One.", "Two."], nil
        ),
        (
            "Is {\"it\"} so?\n</think>\n{\"sentences\":[\"One.\",\"Two.\"],\"wordType\":\"noun\"}",
            ["One.", "Two."], nil
        ),
        (
            #"{"sentences":["One is </think>.","Two."],"wordType":"noun"}"#,
            ["One is </think>.", "Two."], nil
        ),
        (
            "\n<think>Is {\"it\"} so?</think>\n{\"sentences\":[\"One.\",\"Two.\"],\"wordType\":\"noun\"}",
            ["One.", "Two."], nil
        ),
    ])
    func holdsAnAnswerToWhatWasAsked(answer: String, sentences: [String], remark: String?) throws {
        let format = AnswerFormat(request: .definition(in: .english), source: "small")

        let draft = try format.draft(answer)

        #expect(draft.sentences == sentences)
        #expect(draft.remark == remark)
    }

    @Test(arguments: [
        ("", "it is not the JSON object that was asked for"),
        ("An apple is a fruit.", "it is not the JSON object that was asked for"),
        (
            #"{"sentences":"One. Two.","wordType":"noun"}"#,
            "it is not the JSON object that was asked for"
        ),
        (#"{"sentences":[],"wordType":"noun"}"#, "“sentences” holds no sentence"),
        (#"{"sentences":["One."],"wordType":"fruit"}"#, "“wordType” is not one of the ten"),
        (
            #"{"sentences":["Яблуко це плід."],"wordType":"noun"}"#,
            "a sentence is not written as English is"
        ),
    ])
    func refusesWhatIsNot(answer: String, reason: String) {
        let format = AnswerFormat(request: .definition(in: .english), source: "small")

        #expect(throws: DraftFlaw(reason: reason)) { try format.draft(answer) }
    }

    @Test func asksAgainIfTheFormIsWrong() async throws {
        try await StubServer.run { _, count in
            Dialect.lmStudio.answer(count == 0 ? #"{"word":"apple"}"# : Self.apple)
        } body: { model, asked in
            let draft = try model.draft(of: "apple", in: nil, request: .definition(in: .english))

            #expect(draft == Self.words)
            #expect(asked().count == 2)
            let repair = String(decoding: asked()[1].body, as: UTF8.self)
            #expect(repair.contains("Answer again"))
        }
    }

    static let failures: [(String, LanguageModelError)] = [
        ("truncated", .cutOff),
        ("shape", .wrongShape("“wordType” is not one of the ten")),
        ("refusal", .refused("I would rather not.")),
        ("filter", .refused("Its safety rules don’t allow it.")),
        ("429", .busy(host: "HOST", seconds: 7)),
        ("401", .keyRefused(host: "HOST")),
        ("404", .unknownModel("small", host: "HOST")),
        ("500", .serverFailed(host: "HOST", "out of memory")),
        ("500 HTML", .serverFailed(host: "HOST", "500")),
        ("error in stream", .serverFailed(host: "HOST", "the model fell over")),
        ("10 MB", .tooLong(host: "HOST")),
        ("HTML", .wrongShape("it is not the JSON object that was asked for")),
    ]

    @Test(arguments: failures)
    func explainsFailures(way: String, error: LanguageModelError) async throws {
        try await StubServer.run { _, _ in
            Self.failure(way)
        } body: { model, _ in
            let thrown = #expect(throws: LanguageModelError.self) {
                try model.draft(of: "apple", in: nil, request: .definition(in: .english))
            }

            let host = model.endpoint.dropFirst(7).prefix { $0 != "/" }
            let words = thrown?.description.replacing(host, with: "HOST")
            #expect(words == error.description)
        }
    }

    @Test func endsAtOnceWhenCancelled() async throws {
        try await StubServer.run { _, _ in
            .stream(type: "text/event-stream") { writer in
                while true {
                    try await writer.write(": still thinking\n\n")
                    try await Task.sleep(for: .milliseconds(50))
                }
            }
        } body: { model, _ in
            nonisolated(unsafe) var asked = 0
            #expect(throws: LanguageModelError.cancelled) {
                try model.draft(
                    of: "apple",
                    in: nil,
                    request: .definition(in: .english),
                    isCancelled: {
                        asked += 1
                        return asked > 3
                    }
                )
            }
        }
    }

    @Test func doesNotWaitForeverForASilentServer() async throws {
        try await StubServer.run(patience: 1) { _, _ in
            .stream(type: "text/event-stream") { writer in
                try await writer.write(": loading\n\n")
                try? await Task.sleep(for: .seconds(60))
            }
        } body: { model, _ in
            let host = String(model.endpoint.dropFirst(7).prefix { $0 != "/" })
            #expect(throws: LanguageModelError.timedOut(host: host)) {
                try model.draft(of: "apple", in: nil, request: .definition(in: .english))
            }
        }
    }

    @Test func explainsThatNoServerResponds() throws {
        let model = try #require(LanguageModel(endpoint: "http://127.0.0.1:9", name: "small"))

        #expect(throws: LanguageModelError.unreachable(host: "127.0.0.1:9")) {
            try model.draft(of: "apple", in: nil, request: .definition(in: .english))
        }
    }

    @Test(arguments: [
        ("http://localhost:11434", "http://localhost:11434/v1"),
        ("http://localhost:11434/", "http://localhost:11434/v1"),
        ("http://localhost:1234/v1", "http://localhost:1234/v1"),
        ("https://example.org/api/v1/chat/completions", "https://example.org/api/v1"),
    ])
    func completesAddressesAsLearnersTypeThem(written: String, endpoint: String) {
        #expect(LanguageModel(endpoint: written, name: "small")?.endpoint == endpoint)
    }

    @Test(arguments: [
        "", "localhost", "ftp://localhost", "http://", "http:///v1", "http://a b",
        "file:///etc/passwd",
    ])
    func refusesInvalidAddresses(written: String) {
        #expect(LanguageModel(endpoint: written, name: "small") == nil)
    }

    @Test func listsTheModelsOfAServer() async throws {
        try await StubServer.run { _, _ in
            .json(Array(#"{"object":"list","data":[{"id":"small"},{"id":"large"}]}"#.utf8))
        } body: { model, asked in
            let models = try model.models()
            #expect(models == ["small", "large"])
            #expect(asked().map(\.path) == ["/v1/models"])
        }
    }

    private static func failure(_ way: String) -> Response {
        func refused(_ status: Status, _ body: String) -> Response {
            .json(Array(body.utf8), status: status)
        }
        return switch way {
        case "truncated": Dialect.ollama.answer(#"{"sentences":["An app"#, reason: "length")
        case "shape": Dialect.ollama.answer(#"{"sentences":["A.","B."],"wordType":"fruit"}"#)
        case "refusal":
            .json(
                Array(
                    #"{"choices":[{"message":{"refusal":"I would rather not."},"finish_reason":"stop"}]}"#
                        .utf8
                )
            )
        case "filter": Dialect.vLLM.answer("", reason: "content_filter")
        case "429":
            refused(.tooManyRequests, #"{"error":{"message":"slow down"}}"#).with(
                "Retry-After",
                "7"
            )
        case "401": refused(.unauthorized, #"{"error":{"message":"bad key"}}"#)
        case "404": refused(.notFound, #"{"error":"model not found"}"#)
        case "500": refused(.internalServerError, #"{"error":{"message":"out of memory"}}"#)
        case "500 HTML": .text("<html>oops</html>", status: .internalServerError)
        case "error in stream":
            .stream(type: "text/event-stream") { writer in
                try await writer.write(
                    #"data: {"choices":[{"delta":{"content":"{\"sent"}}]}"# + "\n\n"
                )
                try await writer.write(
                    #"data: {"error":{"message":"the model fell over"}}"# + "\n\n"
                )
            }
        case "10 MB": .text(String(repeating: "x", count: 10 << 20))
        default: .text("<html>It works!</html>")
        }
    }
}
