import HTTP
import Languages
import Notes
import Testing
import Threads

@testable import Lookup

/// Uses a real server on the loopback interface that responds as MediaWiki's API is documented.
struct WikipediaTests {
    private static let helsinki = Place(latitude: 60.1699, longitude: 24.9384)

    /// A clock that a test advances.
    private struct Time: Sendable {
        private let milliseconds = Locked<Int64>(1_800_000_000_000)
        var now: Moment { milliseconds.withLock { Moment(milliseconds: $0) } }
        func pass(seconds: Int64) { milliseconds.withLock { $0 += seconds * 1_000 } }
    }

    private func ask(
        in languages: [String] = ["en"],
        _ answer: @escaping @Sendable (Request, Int) -> Response,
        body:
            @Sendable (
                Wikipedia, Time, [LanguageTag],
                @escaping @Sendable () -> [StubServer.ReceivedRequest]
            )
            throws
            -> Void
    ) async throws {
        try await StubServer.serve(answer) { address, asked in
            let time = Time()
            let wikipedia = Wikipedia(
                address: address + "/*",
                userAgent: "Omena/1 (someone@example.org)",
                timeout: 1,
                now: { time.now }
            )
            try body(wikipedia, time, languages.compactMap { LanguageTag($0) }, asked)
        }
    }

    private static func json(_ text: String) -> Response { .json(Array(text.utf8)) }

    private static let near = """
        {"batchcomplete":true,"query":{"pages":[
        {"pageid":1,"ns":0,"title":"Senaatintori","index":1,
         "coordinates":[{"lat":60.1695,"lon":24.9525,"primary":true,"globe":"earth","dist":780.1}],
         "thumbnail":{"source":"https://upload.example.org/a.jpg","width":330,"height":220},
         "terms":{"description":["aukio Helsingissä"]},"fullurl":"https://fi.example.org/wiki/S"},
        {"pageid":2,"ns":0,"title":"Ääniä & “muuta”","index":2,"coordinates":[{"lat":60.17,"lon":24.94}]},
        {"pageid":3,"ns":0,"title":"Ei missään","index":3,"fullurl":"javascript:alert(1)"},
        {"pageid":4,"ns":0,"title":7},
        {"pageid":5,"ns":0,"title":"Liian kaukana","coordinates":[{"lat":160.0,"lon":24.9}]}
        ]}}
        """

    @Test func returnsNearbyArticlesNearestFirst() async throws {
        try await ask(in: ["fi"]) { _, _ in
            Self.json(Self.near)
        } body: { wikipedia, _, languages, asked in
            let place = try #require(Self.helsinki)

            let articles = try wikipedia.articles(near: place, in: languages)

            #expect(
                articles.map(\.title) == [
                    "Ääniä & “muuta”", "Senaatintori", "Ei missään", "Liian kaukana",
                ]
            )
            let square = articles[1]
            #expect(square.about == "aukio Helsingissä")
            #expect(square.thumbnail == "https://upload.example.org/a.jpg")
            #expect(square.url == "https://fi.example.org/wiki/S")
            #expect(square.source == "https://fi.example.org/?curid=1")
            #expect((770...790).contains(square.distance ?? 0))
            #expect(
                articles[0].url.hasSuffix(
                    "/fi/wiki/%C3%84%C3%A4ni%C3%A4%20%26%20%E2%80%9Cmuuta%E2%80%9D"
                )
            )
            #expect(articles[2...].allSatisfy { $0.place == nil && $0.url.hasPrefix("http://") })
            let request = try #require(asked().first)
            #expect(request.userAgent == "Omena/1 (someone@example.org)")
            #expect(request.path.hasPrefix("/fi/w/api.php?action=query&"))
            #expect(request.path.contains("&ggscoord=60.170%7C24.938&ggsradius=10000&ggslimit=50&"))
        }
    }

    @Test func cachesAnAnswerForAWeekAndForItsNeighbourhood() async throws {
        try await ask { _, _ in
            Self.json(Self.near)
        } body: { wikipedia, time, languages, asked in
            let close = try #require(Place(latitude: 60.16993, longitude: 24.93841))
            for place in [try #require(Self.helsinki), close] {
                #expect(try wikipedia.articles(near: place, in: languages).count == 4)
            }
            #expect(asked().count == 1)

            time.pass(seconds: 7 * 86_400)

            _ = try wikipedia.articles(near: close, in: languages)
            #expect(asked().count == 2)
        }
    }

    @Test func asksTheNextLanguageIfTheFirstHasNothing() async throws {
        try await ask(in: ["pa-Arab", "nb", "yue", "zh-Hans", "pa-Guru", "en"]) { request, _ in
            Self.json(request.target.raw.hasPrefix("/en/") ? Self.near : #"{"batchcomplete":true}"#)
        } body: { wikipedia, _, languages, asked in
            let place = try #require(Self.helsinki)

            let articles = try wikipedia.articles(near: place, in: languages)

            #expect(articles.first?.language == .english)
            #expect(
                asked().map { $0.path.split(separator: "/")[0] }
                    == ["pnb", "no", "zh-yue", "zh", "pa", "en"]
            )
            #expect(try wikipedia.articles(near: place, in: [languages[0]]).isEmpty)
        }
    }

    @Test func sendsNothingToABusyServerForAsLongAsItAsks() async throws {
        try await ask { _, count in
            guard count == 0 else { return Self.json(Self.near) }
            return Response.text("Slow down", status: .tooManyRequests).with("Retry-After", "90")
        } body: { wikipedia, time, languages, asked in
            let place = try #require(Self.helsinki)
            #expect(throws: WikipediaError.busy(seconds: 90)) {
                try wikipedia.articles(near: place, in: languages)
            }
            time.pass(seconds: 60)
            #expect(throws: WikipediaError.busy(seconds: 30)) {
                try wikipedia.articles(near: place, in: languages)
            }
            #expect(asked().count == 1)

            time.pass(seconds: 30)

            #expect(try wikipedia.articles(near: place, in: languages).count == 4)
        }
    }

    @Test(arguments: [
        ("<!doctype html><title>Error</title>", WikipediaError.unreadable),
        (
            #"{"errors":[{"code":"invalid-coord","text":"No such point"}]}"#,
            .refused("No such point")
        ),
        (#"{"error":{"code":"toobig","info":"Too big"},"servedby":"x"}"#, .refused("Too big")),
        (#"{"batchcomplete":true,"query":{"pages":[{"title":"A""#, .unreadable),
        (#"{"query":{"pages":{"1":{"title":"A"}}}}"#, .unreadable),
    ])
    func reportsInvalidAnswers(answer: String, error: WikipediaError) async throws {
        try await refuses(answer, with: error)
    }

    @Test func refusesTooLargeAnswers() async throws {
        try await refuses(String(repeating: " ", count: 5_000_000) + "{}", with: .unreadable)
    }

    private func refuses(_ answer: String, with error: WikipediaError) async throws {
        try await ask { _, _ in
            Self.json(answer)
        } body: { wikipedia, _, languages, _ in
            let place = try #require(Self.helsinki)
            #expect(throws: error) { try wikipedia.articles(near: place, in: languages) }
        }
    }

    @Test func fetchesOnlyListedPictures() async throws {
        try await ask { request, _ in
            guard !request.target.raw.hasSuffix(".png") else {
                return .bytes([1, 2, 3], type: "image/png")
            }
            let picture = "http://\(request.host ?? "")/thumb.png"
            return Self.json(
                #"{"query":{"pages":[{"title":"A","thumbnail":{"source":"\#(picture)"}}]}}"#
            )
        } body: { wikipedia, _, languages, asked in
            let place = try #require(Self.helsinki)
            #expect(try wikipedia.picture("0123456789abcdef") == nil)
            #expect(asked().isEmpty)

            let article = try #require(try wikipedia.articles(near: place, in: languages).first)
            let name = try #require(article.pictureName)

            #expect(try wikipedia.picture(name) == [1, 2, 3])
            #expect(asked().map(\.path).last == "/thumb.png")
        }
    }

    @Test func answersFromItsCacheWithoutARequest() async throws {
        try await ask { _, _ in
            Self.json(Self.near)
        } body: { wikipedia, _, languages, asked in
            let place = try #require(Self.helsinki)
            _ = try wikipedia.articles(near: place, in: languages)

            for _ in 0..<1_000 { _ = try wikipedia.articles(near: place, in: languages) }

            #expect(asked().count == 1)
        }
    }

    @Test func reportsThatNoServerResponds() async throws {
        let wikipedia = Wikipedia(
            address: "http://127.0.0.1:9",
            userAgent: "Omena",
            now: { Time().now }
        )
        let place = try #require(Self.helsinki)

        #expect(throws: WikipediaError.unreachable) {
            try wikipedia.articles(near: place, in: [.english])
        }
    }

    @Test func endsAnEndlessAnswer() async throws {
        try await ask { _, _ in
            .stream(type: "application/json") { writer in
                while true { try await writer.write(String(repeating: " ", count: 10_000)) }
            }
        } body: { wikipedia, _, languages, _ in
            let place = try #require(Self.helsinki)
            #expect(throws: WikipediaError.unreadable) {
                try wikipedia.articles(near: place, in: languages)
            }
        }
    }

    @Test func doesNotWaitForeverForAnAnswer() async throws {
        try await ask { _, _ in
            .stream(type: "application/json") { writer in
                try await writer.write("{")
                try? await Task.sleep(for: .seconds(60))
            }
        } body: { wikipedia, _, languages, _ in
            let place = try #require(Self.helsinki)
            #expect(throws: WikipediaError.timedOut) {
                try wikipedia.articles(near: place, in: languages)
            }
        }
    }
}
