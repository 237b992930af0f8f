import Compression
import Testing

@testable import HTTP

struct FittingTests {
    private let text = Response.html([UInt8](repeating: UInt8(ascii: "a"), count: 5000))
        .tagged(EntityTag("v1"))
        .cached(.revalidated)

    @Test(arguments: ["\"v1\"", "W/\"v1\"", "\"v0\", \"v1\"", "*"])
    func sendsNotModifiedToClientsThatHaveIt(tags: String) throws {
        let response = try text.fitted(to: head(["If-None-Match": tags]))

        #expect(response.status == .notModified)
        #expect(response.bytes.isEmpty)
        #expect(
            response.headers == [
                "ETag": "\"v1\"", "Cache-Control": "no-cache", "Vary": "Accept-Encoding",
            ]
        )
    }

    @Test(arguments: ["\"v0\"", "v1", "\"v1", ""])
    func sendsTheBodyToClientsWithAnotherVersion(tags: String) throws {
        #expect(try text.fitted(to: head(["If-None-Match": tags])).status == .ok)
    }

    @Test func doesNotSendNotModifiedForPOST() throws {
        let response = try text.fitted(to: head(["If-None-Match": "*"], method: .post))

        #expect(response.status == .ok)
    }

    @Test func compressesTextForClientsThatAcceptIt() throws {
        let response = try text.fitted(to: head(["Accept-Encoding": "gzip"]))

        #expect(response.headers["Content-Encoding"] == "gzip")
        #expect(response.headers["Vary"] == "Accept-Encoding")
        #expect(response.headers["ETag"] == "W/\"v1\"")
        #expect(response.bytes.count < 100)
        #expect(try Gzip.decompress(response.bytes, limit: 5000) == text.bytes)
    }

    @Test func leavesTextPlainForOthersWithAVaryHeader() throws {
        let response = try text.fitted(to: head())

        #expect(response.headers["Content-Encoding"] == nil)
        #expect(response.headers["Vary"] == "Accept-Encoding")
        #expect(response.headers["ETag"] == "\"v1\"")
        #expect(response.bytes == text.bytes)
    }

    @Test(arguments: [
        ("text/html; charset=utf-8", 1024, false),
        ("text/html; charset=utf-8", 1025, true),
        ("Application/JSON", 2000, true),
        ("image/svg+xml", 2000, true),
        ("application/manifest+json", 2000, true),
        ("image/png", 2000, false),
        ("application/octet-stream", 2000, false),
    ])
    func compressesOnlyLargeTexts(type: String, count: Int, isCompressed: Bool) throws {
        let response = Response.bytes([UInt8](repeating: 1, count: count), type: type)

        let fitted = try response.fitted(to: head(["Accept-Encoding": "gzip"]))

        #expect((fitted.headers["Content-Encoding"] == "gzip") == isCompressed)
    }

    @Test func doesNotCompressTwice() throws {
        let coded = text.with("Content-Encoding", "br")

        let response = try coded.fitted(to: head(["Accept-Encoding": "gzip"]))

        #expect(response.bytes == text.bytes)
        #expect(response.headers["Content-Encoding"] == "br")
    }

    @Test func sendsStoredGzipUnchangedOrUnpacked() throws {
        let packed = Gzip.compress(text.bytes)
        let stored = Response.gzipped(packed, type: "text/css")

        let taker = try stored.fitted(to: head(["Accept-Encoding": "gzip"]))
        let other = try stored.fitted(to: head())

        #expect(taker.bytes == packed)
        #expect(taker.headers["Content-Encoding"] == "gzip")
        #expect(other.bytes == text.bytes)
        #expect(other.headers["Content-Encoding"] == nil)
        #expect(other.headers["Vary"] == "Accept-Encoding")
    }

    @Test func keepsAnExistingVaryHeader() throws {
        let response = try text.with("Vary", "Cookie").fitted(to: head())

        #expect(response.headers.all("Vary") == ["Cookie, Accept-Encoding"])
    }

    @Test func sendsTheRequestedRange() throws {
        let whole = Response.bytes(Array("0123456789".utf8), type: "audio/ogg")

        let response = try whole.fitted(to: head(["Range": "bytes=2-4"]))

        #expect(response.status == .partialContent)
        #expect(response.bytes == Array("234".utf8))
        #expect(response.headers["Content-Range"] == "bytes 2-4/10")
        #expect(response.headers["Content-Type"] == "audio/ogg")
    }

    @Test func refusesARangeOutsideTheBody() throws {
        let whole = Response.bytes(Array("0123456789".utf8), type: "audio/ogg")

        let response = try whole.fitted(to: head(["Range": "bytes=10-"]))

        #expect(response.status == .rangeNotSatisfiable)
        #expect(response.headers["Content-Range"] == "bytes */10")
    }

    @Test(
        arguments: [
            ("\"v1\"", .partialContent),
            ("\"v0\"", .ok),
            ("W/\"v1\"", .ok),
            ("Sat, 01 Jan 2000 00:00:00 GMT", .ok),
        ] as [(String, Status)]
    )
    func sendsARangeOnlyOfTheClientsVersion(condition: String, status: Status) throws {
        let response = try text.fitted(to: head(["Range": "bytes=0-1", "If-Range": condition]))

        #expect(response.status == status)
    }

    @Test func sendsRangesOnlyOfUncompressedResponses() throws {
        let range = try head(["Range": "bytes=0-1"])
        let post = try head(["Range": "bytes=0-1"], method: .post)

        #expect(text.fitted(to: post).status == .ok)
        #expect(Response.text("gone", status: .notFound).fitted(to: range).status == .notFound)
        #expect(Response.gzipped(Gzip.compress([1]), type: "a/b").fitted(to: range).status == .ok)
    }

    @Test func escapesTheLocationOfARedirect() {
        let response = Response.redirect(to: "/study/りんご?a=b%20c\r\nX: y")

        #expect(
            response.headers["Location"]
                == "/study/%E3%82%8A%E3%82%93%E3%81%94?a=b%20c%0D%0AX:%20y"
        )
        #expect(response.status == .seeOther)
    }

    private func head(_ headers: Headers = [:], method: Method = .get) throws -> RequestHead {
        RequestHead(method: method, target: try RequestTarget("/"), headers: headers)
    }
}

extension Response {
    fileprivate var bytes: [UInt8] {
        switch body {
        case .bytes(let bytes), .gzipped(let bytes): bytes
        case .file, .stream: []
        }
    }
}
