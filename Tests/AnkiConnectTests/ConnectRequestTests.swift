import Testing

@testable import AnkiConnect

struct ConnectRequestTests {
    private func parsed(_ json: String) throws -> ConnectRequest {
        try ConnectRequest(json: Array(json.utf8))
    }

    @Test(arguments: [(nil, true), (4, true), (2, true), (5, false), (6, false)] as [(Int?, Bool)])
    func theVersionDecidesWhetherResultsAreBare(_ version: Int?, _ isBare: Bool) throws {
        let member = version.map { ", \"version\": \($0)" } ?? ""
        let request = try parsed("{\"action\": \"version\"\(member)}")

        #expect(request.reply(.success(6)) == (isBare ? 6 : ["result": 6, "error": .null]))
        let failed = request.reply(.failure(ConnectError("no")))
        #expect(failed == ["result": .null, "error": "no"])
    }

    @Test(arguments: [
        ("[]", "[] is not of type 'object'"), ("{}", "'action' is a required property"),
        ("{\"action\": 1}", "1 is not of type 'string'"), ("{\"action\": \"\"}", "'' is too short"),
        ("{\"action\": \"a\", \"params\": 1}", "1 is not of type 'object'"),
        ("{\"action\": \"a\", \"version\": \"6\"}", "'6' is not of type 'integer'"),
    ])
    func whatIsWrongIsToldInKnownWords(_ json: String, _ words: String) {
        #expect(throws: ConnectError(words)) { try parsed(json) }
    }

    @Test func nestingIsLimited() {
        let deep = String(repeating: "[", count: 1_000)

        #expect(throws: ConnectError.self) { try parsed(deep) }
    }

    /// Of which each takes memory, though there are few commas between them.
    @Test func theNumberOfListsIsLimited() {
        let nested = String(repeating: "[", count: 60) + String(repeating: "]", count: 60) + ","
        let lists = String(repeating: nested, count: 70_000).dropLast()

        #expect(throws: ConnectError("the request has too many parts")) {
            try parsed("[\(lists)]")
        }
    }

    @Test func memberOrderAndNumbersSurvive() throws {
        let json = #"{"b":1,"a":[1.5,-2,true,null,"ü\n"],"c":{}}"#

        let value = try ConnectValue(json: Array(json.utf8))

        #expect(String(decoding: value.json, as: UTF8.self) == json)
    }

    @Test func idsMayBeTextsAndAnEmptyListAnObject() throws {
        let parameters = ConnectParameters(
            [.init("cards", [1, "2", "x", .number(3)]), .init("none", .object([]))],
            of: "act"
        )

        #expect(try parameters.ids("cards") == [1, 2, -1, 3])
        #expect(try parameters.ids("none") == [])
    }
}
