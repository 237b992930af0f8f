import Testing

@testable import HTTP

struct HeadRulesTests {
    @Test(
        arguments: [
            ([("Host", "here")], .none),
            ([("Host", "here"), ("Content-Length", "0")], .none),
            ([("Host", "here"), ("content-length", "12")], .length(12)),
            ([("Host", "here"), ("Content-Length", "12"), ("Content-Length", "12")], .length(12)),
            ([("Host", "here"), ("Transfer-Encoding", "chunked")], .chunked),
            ([("Host", "here"), ("Transfer-Encoding", "Chunked")], .chunked),
            ([("Host", "here"), ("Expect", "100-Continue"), ("Content-Length", "1")], .length(1)),
            ([("HOST", "")], .none),
        ] as [([(String, String)], HeadRules.Framing)]
    )
    func determinesTheEndOfTheBody(fields: [(String, String)], framing: HeadRules.Framing) throws {
        #expect(try check(fields) == framing)
    }

    @Test(
        arguments: [
            ([], .badRequest),
            ([("Host", "a"), ("Host", "a")], .badRequest),
            ([("Host", "a"), ("host", "b")], .badRequest),
            ([("Host", "a"), ("Content-Length", "1"), ("Content-Length", "2")], .badRequest),
            ([("Host", "a"), ("Content-Length", "1, 1")], .badRequest),
            ([("Host", "a"), ("Content-Length", "+1")], .badRequest),
            ([("Host", "a"), ("Content-Length", "-1")], .badRequest),
            ([("Host", "a"), ("Content-Length", "")], .badRequest),
            ([("Host", "a"), ("Content-Length", "0x1")], .badRequest),
            ([("Host", "a"), ("Content-Length", "99999999999999999999")], .badRequest),
            (
                [("Host", "a"), ("Content-Length", "1"), ("Transfer-Encoding", "chunked")],
                .badRequest
            ),
            (
                [
                    ("Host", "a"), ("Transfer-Encoding", "chunked"),
                    ("Transfer-Encoding", "chunked"),
                ],
                .badRequest
            ),
            ([("Host", "a"), ("Transfer-Encoding", "gzip, chunked")], .notImplemented),
            ([("Host", "a"), ("Transfer-Encoding", "chunked ")], .notImplemented),
            ([("Host", "a"), ("Expect", "a miracle")], .expectationFailed),
            ([("Host ", "a")], .badRequest),
            ([("Host", "a"), ("X(", "b")], .badRequest),
            ([("Host", "a"), ("", "b")], .badRequest),
            ([("Host", "a"), ("X", "b\u{0}")], .badRequest),
            ([("Host", "a"), ("X", "b\rc")], .badRequest),
            ([("Host", "a\u{7F}")], .badRequest),
        ] as [([(String, String)], Status)]
    )
    func refusesAmbiguousHeaders(fields: [(String, String)], status: Status) {
        #expect {
            try check(fields)
        } throws: { error in
            (error as? HTTPError)?.status == status
        }
    }

    @Test func needsNoHostInHTTP10() throws {
        #expect(try check([], isVersion11: false) == .none)
        #expect(throws: HTTPError.self) {
            try check([("Transfer-Encoding", "chunked")], isVersion11: false)
        }
    }

    @Test func comparesAnAbsoluteAddressWithTheHost() throws {
        #expect(try check([("Host", "Here:80")], authority: "here:80") == .none)
        #expect(throws: HTTPError(.badRequest, message: "The address and the Host header differ."))
        {
            try check([("Host", "here")], authority: "there")
        }
    }

    private func check(
        _ fields: [(String, String)],
        isVersion11: Bool = true,
        authority: String? = nil
    ) throws -> HeadRules.Framing {
        try HeadRules.check(
            Headers(fields.map { Headers.Field(name: $0.0, value: $0.1) }),
            isVersion11: isVersion11,
            authority: authority
        )
    }
}
