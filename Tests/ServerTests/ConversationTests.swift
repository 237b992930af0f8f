import HTTP
import Library
import LibraryValues
import Notes
import Recall
import TestFolder
import TestLibrary
import Testing

@testable import Server

/// Every route in-process, each response as text, compared with `Resources/Conversation.txt`.
///
/// `UPDATE_SNAPSHOTS=1` records it again; recording fails, so that it is not mistaken for a successful run.
struct ConversationTests {
    @Test func everyRouteRespondsAsRecorded() throws {
        let folder = try TemporaryFolder()
        let noon = Moment(milliseconds: 1_763_640_000_000)
        let library = try Library.openNew(at: folder.path("library.omena")) { noon }
        defer { try? library.close() }
        let picture = try library.putMedia(
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Array(1...56),
            named: "a.png"
        )
        let conversation = Conversation(
            library: library,
            clock: Clock(now: { noon }, offset: { 120 })
        )

        conversation.ask("GET", "/")
        conversation.ask("HEAD", "/")
        conversation.ask("GET", "/study/learn?deck=First%20questions")
        conversation.ask("GET", "/study/learn?deck=No%20such%20deck")
        conversation.ask(
            "GET",
            "/study/quiz?deck=First%20questions&deck=First%20words&query=is%3Anew"
        )
        conversation.ask("GET", "/study/review?tag=nobody")
        conversation.post("/study/review?deck=First%20questions", "{}")
        conversation.post("/study/review?deck=First%20questions", conversation.body(#""have":[]"#))
        conversation.post(
            "/study/review?deck=First%20questions",
            conversation.body(#""have":[],"extra":"sugar""#)
        )
        conversation.post("/study/cards", "{}")
        conversation.post(
            "/study/cards",
            conversation.body(#""mode":"review","cards":[["1","1"],["2","en>fi"]]"#)
        )
        conversation.post(
            "/study/cards",
            #"{"library":"other","epoch":1,"mode":"learn","cards":[]}"#
        )
        conversation.ask("GET", "/manifest.webmanifest")
        conversation.ask("GET", "/help")
        conversation.ask("GET", "/help?q=recovery%20code")
        conversation.ask("GET", "/help/first-day")
        conversation.ask("GET", "/help/nothing")
        conversation.ask("GET", "/media/\(picture)")
        conversation.ask("GET", "/media/\(String(repeating: "0", count: 64))")
        conversation.ask(
            "POST",
            "/media?name=..%2F%22%3E%3Cscript%3E.html",
            body: "GIF89a0!!!000,"
        )
        conversation.ask("POST", "/media?name=a.png", body: "<svg onload=\"alert(1)\">")
        conversation.ask("GET", "/assets/0/css/tokens.css")
        conversation.ask("GET", "/nowhere")
        conversation.ask("POST", "/")
        conversation.ask("GET", "/reviews")
        conversation.ask("GET", "/", headers: ["Host": "evil.example"])
        conversation.post("/reviews", "{}")
        conversation.post("/reviews", "{}", headers: ["Origin": "https://evil.example"])
        conversation.post("/reviews", "x=1", headers: ["Content-Type": "text/plain"])
        conversation.post("/reviews", #"{"library":"other","epoch":1,"events":[]}"#)
        conversation.post("/reviews", conversation.batch("null"))
        conversation.post(
            "/reviews",
            conversation.batch(try conversation.answer(to: "First questions"))
        )
        conversation.post(
            "/reviews",
            conversation.batch(try conversation.answer(to: "First questions"))
        )
        conversation.ask("GET", "/pair?code=K7QM-4TXN")
        conversation.post("/pairing-codes", "")
        conversation.ask("POST", "/pairing-codes", peer: .unix)

        conversation.ask("GET", "/settings")
        conversation.send("/settings", "newLimit=5&sounds=off&sounds=on")
        conversation.send("/settings", "newLimit=many", headers: ["Accept": "application/json"])
        conversation.send("/settings", "newLimit=0", headers: ["Accept": "application/json"])
        conversation.send("/settings", "newLimit=-1")
        conversation.post("/settings", "{}")
        conversation.send("/settings", "x=1", headers: ["Origin": "https://evil.example"])
        conversation.ask("GET", "/settings?saved")
        conversation.ask("GET", "/browsers/1")
        conversation.send("/browsers/1", "")
        conversation.ask("GET", "/browsers/01")

        try Snapshot.compare(conversation.text, with: "Conversation.txt")
    }
}

/// Sends requests to an application and records the conversation.
private final class Conversation {
    /// Headers of every response, which are not recorded each time.
    private let guards: Set = [
        "Content-Security-Policy", "X-Content-Type-Options", "Referrer-Policy",
        "Cross-Origin-Opener-Policy", "Cross-Origin-Resource-Policy",
    ]
    private let library: Library
    private let application: Application
    private(set) var text = ""

    init(library: Library, clock: Clock) {
        self.library = library
        application = Application(
            library: library,
            access: AccessPolicy(reach: .loopback, port: 6636, isSecure: false),
            clock: clock,
            report: { _ in }
        )
    }

    func ask(
        _ method: String,
        _ path: String,
        headers: [String: String] = [:],
        body: String = "",
        peer: Peer = .loopback
    ) {
        var fields = Headers()
        fields["Host"] = "localhost:6636"
        for (name, value) in headers { fields[name] = value }
        guard let method = Method(rawValue: method), let target = try? RequestTarget(path) else {
            return #expect(Bool(false), "\(method) \(path) is no request")
        }
        let head = RequestHead(method: method, target: target, headers: fields, peer: peer)
        let response = application.respond(to: Request(head, body: .bytes(Array(body.utf8))))
        text += "\(method.rawValue) \(path)\n"
        for (name, value) in headers.sorted(by: <) { text += "    \(name): \(value)\n" }
        if !body.isEmpty { text += "    \(masked(body))\n" }
        text += "\(response.status)\n"
        for field in response.headers.fields where !guards.contains(field.name) {
            text += "    \(field.name): \(masked(field.value))\n"
        }
        #expect(guards.allSatisfy { response.headers[$0] != nil }, "\(path) goes out unguarded")
        text += "    \(summary(of: response))\n\n"
    }

    func post(_ path: String, _ body: String, headers: [String: String] = [:]) {
        ask(
            "POST",
            path,
            headers: ["Content-Type": "application/json"].merging(headers) { $1 },
            body: body
        )
    }

    /// Sends a form as a browser does.
    func send(_ path: String, _ form: String, headers: [String: String] = [:]) {
        ask(
            "POST",
            path,
            headers: ["Content-Type": "application/x-www-form-urlencoded"]
                .merging(headers) { $1 },
            body: form
        )
    }

    func batch(_ event: String) -> String {
        #"{"library":"\#(library.identity.id)","epoch":1,"events":[\#(event)]}"#
    }

    func body(_ members: String) -> String {
        #"{"library":"\#(library.identity.id)","epoch":1,\#(members)}"#
    }

    func answer(to deck: String) throws -> String {
        let card = try #require(try library.deal(.learn, Source(deck: deck))?.cards.first)
        return #"""
            {"id":"3696000000000000001","kind":"practice","note":"\#(card.note)","face":"\#(card.face)",\#
            "grade":"good","moment":1763640000000,"offset":120,"duration":900,"mode":"learn"}
            """#
    }

    /// The title of a page, anything else unchanged.
    private func summary(of response: Response) -> String {
        switch response.body {
        case .bytes(let bytes):
            let body = String(decoding: bytes, as: UTF8.self)
            guard let title = body.firstMatch(of: /<title>(.*?)<\/title>/) else {
                return bytes.contains(0x89) ? "\(bytes.count) bytes" : masked(body)
            }
            return "page: \(title.1)"
        case .gzipped(let bytes): return "\(bytes.count) bytes gzipped"
        case .file, .stream: return "more than bytes"
        }
    }

    /// Replaces everything that differs from run to run.
    private func masked(_ text: String) -> String {
        text.replacing(library.identity.id, with: "LIBRARY")
            .replacing(/"note":"[0-9]+"/, with: #""note":"NOTE""#)
            .replacing(/"seed":("[0-9]+"|\[[0-9,]+\])/, with: #""seed":SEED"#)
            .replacing(/\/assets\/[0-9a-f]+\//, with: "/assets/VERSION/")
            .replacing(/"version":"[0-9a-f]+"/, with: #""version":"VERSION""#)
    }
}
