import Testing

@testable import HTTP

struct HeadersTests {
    @Test func findsANameInAnyCase() {
        let headers: Headers = ["Content-Type": "a", "X-One": "b"]

        #expect(headers["content-type"] == "a")
        #expect(headers["X-ONE"] == "b")
        #expect(headers["X-Two"] == nil)
    }

    @Test func distinguishesSymbolsThatDifferLikeCase() {
        // These differ in just the bit by which letters differ in case.
        #expect(!"a[".isSameName(as: "a{"))
        #expect(!"@".isSameName(as: "`"))
    }

    @Test(arguments: [
        ("text/plain", "text/plain"), ("Application/JSON ; charset=utf-8", "application/json"),
        (" a/b", "a/b"),
    ])
    func aContentTypeHasNoParametersAndCapitals(value: String, type: String) throws {
        let target = try RequestTarget("/")

        #expect(RequestHead(target: target, headers: ["Content-Type": value]).contentType == type)
        #expect(RequestHead(target: target).contentType == nil)
    }

    @Test func keepsOrderAndRepeats() {
        var headers: Headers = ["A": "1", "B": "2"]
        headers.append("a", "3")

        #expect(headers.all("A") == ["1", "3"])
        #expect(headers.fields.map(\.value) == ["1", "2", "3"])
    }

    @Test func replacesAllValuesOfAName() {
        var headers: Headers = ["A": "1", "B": "2", "a": "3"]

        headers["A"] = "4"
        #expect(headers == ["A": "4", "B": "2"])

        headers["a"] = nil
        #expect(headers == ["B": "2"])

        headers["C"] = "5"
        #expect(headers == ["B": "2", "C": "5"])
    }

    @Test func joinsListsOfSeveralHeaders() {
        let headers: Headers = ["Accept-Encoding": "gzip , br,,", "accept-encoding": "\tx"]

        #expect(headers.list("Accept-Encoding") == ["gzip", "br", "x"])
    }

    @Test(
        arguments: [
            (nil, false),
            ("", false),
            ("gzip", true),
            ("GZIP", true),
            ("br, gzip;q=0.5", true),
            ("gzip;q=0", false),
            ("gzip; q=0.000", false),
            ("gzip;q=0.001", true),
            ("*", true),
            ("*;q=0", false),
            ("*, gzip;q=0", false),
            ("gzipped", false),
            ("identity", false),
            ("x-gzip", true),
        ] as [(String?, Bool)]
    )
    func readsWhetherGzipIsAccepted(value: String?, isTaken: Bool) {
        var headers = Headers()
        headers["Accept-Encoding"] = value

        #expect(headers.acceptGzip == isTaken)
    }
}
