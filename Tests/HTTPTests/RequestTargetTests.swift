import Testing

@testable import HTTP

struct RequestTargetTests {
    @Test(
        arguments: [
            ("/", []),
            ("/a", ["a"]),
            ("/a/", ["a", ""]),
            ("//", ["", ""]),
            ("/study/learn?deck=x/y", ["study", "learn"]),
            ("/two%20words", ["two words"]),
            ("/a%2Fb/c", ["a/b", "c"]),
            ("/%E3%82%8A%E3%82%93%E3%81%94", ["りんご"]),
            ("/りんご", ["りんご"]),
            ("/a+b", ["a+b"]),
            ("/...", ["..."]),
            ("/a%25", ["a%"]),
            ("http://here:80/a?b", ["a"]),
            ("HTTPS://here/", []),
        ] as [(String, [String])]
    )
    func readsSegments(raw: String, path: [String]) throws {
        #expect(try RequestTarget(raw).path == path)
    }

    @Test(arguments: [
        ("/", "/"), ("/?a=b", "/"), ("/study?deck=secret", "/study"), ("/tags/secret", "/tags/…"),
        ("/two%20words%22", "/two%20words%22"), ("http://here/pair?code=secret", "/pair"),
    ])
    func logsShowOnlyTheFirstSegment(raw: String, shown: String) throws {
        #expect(try RequestTarget(raw).loggable == shown)
    }

    @Test(
        arguments: [
            ("/", []),
            ("/?", []),
            ("/?a", [("a", "")]),
            ("/?a=", [("a", "")]),
            ("/?a=b=c", [("a", "b=c")]),
            ("/?a=1&&a=2", [("a", "1"), ("a", "2")]),
            ("/?deck=First+questions&x=%2B%26", [("deck", "First questions"), ("x", "+&")]),
            ("/?a?b=/c", [("a?b", "/c")]),
            ("/?n=%0A", [("n", "\n")]),
        ] as [(String, [(String, String)])]
    )
    func readsItems(raw: String, items: [(String, String)]) throws {
        let query = try RequestTarget(raw).query

        #expect(query == Query(items.map { Query.Item(name: $0.0, value: $0.1) }))
    }

    @Test(arguments: [
        "", "a", "*", "?a", "//%", "/%4", "/%4g", "/%zz", "/a%00", "/%1f", "/%7F", "/a b", "/a\tb",
        "/\u{7F}", "/#top", "/..", "/.", "/a/../b", "/a/.", "/%2e%2e/b", "/.%2E", "/a/%2e",
        "/%ff", "/%c0%ae", "/%ed%a0%80", "/%f4%90%80%80", "/?a=%", "/?a=%00", "/?%ff=1",
        "http://here", "ftp://here/", "/?a=%1b",
    ])
    func refusesInvalidTargets(raw: String) {
        #expect {
            try RequestTarget(raw)
        } throws: { error in
            (error as? HTTPError)?.status == .badRequest
        }
    }

    @Test func refusesRawBytesThatAreNotUTF8() {
        let bytes: [UInt8] = Array("/a".utf8) + [0xC3]

        #expect(throws: HTTPError(.badRequest, message: "The address is not UTF-8.")) {
            try bytes.withUnsafeBufferPointer { buffer in _ = try RequestTarget(bytes: buffer) }
        }
    }

    @Test func refusesLongTargets() throws {
        let longest = "/" + String(repeating: "a", count: RequestTarget.limit - 1)

        #expect(try RequestTarget(longest).path[0].count == RequestTarget.limit - 1)
        #expect(throws: HTTPError(.targetTooLong, message: "The address is too long.")) {
            try RequestTarget(longest + "a")
        }
    }

    @Test func refusesTooManyItems() {
        let many = "/?" + String(repeating: "a&", count: 1001)

        #expect(throws: HTTPError(.badRequest, message: "The form has too many fields.")) {
            try RequestTarget(many)
        }
    }

    @Test(arguments: ["a", "りんご ?&=#%+/", "\u{1F34E}", "a\nb"])
    func readsBackEveryEscapedByte(text: String) throws {
        let escaped = text.utf8.map { "%" + String($0, radix: 16).leftPadded }.joined()

        let query = try Query(formEncoded: "x=\(escaped)".utf8)

        #expect(query["x"] == text)
    }

    @Test func readsTheAuthorityOfAnAbsoluteAddress() throws {
        #expect(try RequestTarget("http://evil:80/a").authority == "evil:80")
        #expect(try RequestTarget("/http://evil/a").authority == nil)
    }
}

extension String {
    fileprivate var leftPadded: String { count == 1 ? "0" + self : self }
}
