import HTTP
import Languages
import Library
import LibraryValues
import Notes
import TestFolder
import TestLibrary
import Testing
import Threads

@testable import AnkiConnect

/// Who may ask, and what becomes of what they ask.
struct ConnectServiceTests {
    private let folder: TemporaryFolder
    private let library: Library
    private let clock: Locked<Int64>
    private let service: ConnectService

    init() throws {
        folder = try TemporaryFolder()
        let clock = Locked<Int64>(1_900_000_000_000)
        let library = try Library.openNew(at: folder.path("library.omena")) {
            Moment(milliseconds: clock.withLock { $0 })
        }
        self.clock = clock
        self.library = library
        service = ConnectService(
            ConnectService.Dependencies(
                lease: { (library, true) },
                now: { Moment(milliseconds: clock.withLock { $0 }) },
                offset: { 0 },
                uptime: { .milliseconds(clock.withLock { $0 }) },
                downloader: .none,
                report: { _ in },
                libraryChanged: { _ in }
            ),
            key: ConnectKey("a-long-key")
        )
    }

    private func caller(_ headers: Headers) throws -> ConnectCaller? {
        ConnectCaller(RequestHead(method: .post, target: try RequestTarget("/"), headers: headers))
    }

    private func ask(_ body: String, _ headers: Headers = ["User-Agent": "curl/8"]) throws
        -> String?
    {
        let caller = try #require(try caller(headers))
        return service.answer(Array(body.utf8), from: caller)
            .map { String(decoding: $0, as: UTF8.self) }
    }

    private func withKey(_ action: String, _ params: String = "{}") throws -> String? {
        try ask(
            #"{"action": "\#(action)", "version": 6, "key": "a-long-key", "params": \#(params)}"#
        )
    }

    @Test(
        arguments: [
            (["Origin": "https://Evil.example"], "https://evil.example"),
            (["User-Agent": "curl/8.5.0"], "program:curl"), ([:], "program:unnamed"),
            (["Origin": "null"], nil), (["Sec-Fetch-Site": "cross-site"], nil),
        ] as [(Headers, String?)]
    )
    func callersAreToldApartByOriginOrName(_ headers: Headers, _ identity: String?) throws {
        #expect(try caller(headers)?.identity == identity)
    }

    @Test func pagesLearnNothingAndProgramsThatAKeyIsMissing() throws {
        let body = #"{"action": "deckNames", "version": 6}"#

        #expect(try ask(body, ["Origin": "https://evil.example"]) == nil)
        #expect(
            try ask(body) == #"{"result":null,"error":"valid api key must be provided"}"#
        )
        #expect(try library.clients().map(\.decision) == [.asked, .asked])
    }

    @Test func theKeyLetsInOnlyWhoShowsIt() throws {
        #expect(try withKey("version") == #"{"result":6,"error":null}"#)

        #expect(try ask(#"{"action": "version"}"#)?.contains("valid api key") == true)
        #expect(
            try ask(#"{"action": "version", "key": "another-key"}"#)?.contains("valid api key")
                == true
        )
    }

    @Test func aPermissionIsAskedForAndCanBeRevoked() throws {
        let origin: Headers = ["Origin": "chrome-extension://abc"]
        let question = #"{"action": "requestPermission", "version": 6}"#
        let denied = #"{"result":{"permission":"denied"},"error":null}"#
        #expect(try ask(question, origin) == denied)
        let client = try #require(try library.clients().first)
        #expect(service.events.asks(client))

        #expect(try library.decide(on: client.number, .allowed, []))
        #expect(try ask(question, origin)?.contains("granted") == true)
        #expect(try library.decide(on: client.number, .refused, []))
        #expect(try ask(question, origin) == denied)
        #expect(try ask(#"{"action": "version"}"#, origin) == nil)
    }

    @Test func strangersCannotFillTheLibrary() throws {
        for number in 0..<100 {
            _ = try ask(#"{"action": "version"}"#, ["Origin": "https://\(number).example"])
        }

        #expect(try library.clients().count == Library.mostUnansweredClients)
    }

    @Test func aRequestIsOneChangeUnderItsProgramsName() throws {
        let before = try library.history().count
        let note = #"{"deckName": "Default", "modelName": "Basic", "fields": {"Front": "x"}}"#

        _ = try withKey(
            "multi",
            #"""
            {"actions": [{"action": "createDeck", "params": {"deck": "A::B"}},
            {"action": "addNote", "params": {"note": \#(note)}},
            {"action": "nothing"}]}
            """#
        )

        let history = try library.history()
        #expect(history.count == before + 1)
        #expect(history.first?.says.description == "curl: Added “x”, and 3 more")
        #expect(try library.undo(try #require(history.first?.id)).isUndone)
        #expect(try !library.decks().contains { $0.name.text == "A::B" })
    }

    @Test func noDeckGetsANameThatNobodySees() throws {
        let before = try library.decks().count

        let answer = try withKey("createDeck", #"{"deck": "A::\u200B"}"#)

        #expect(answer?.contains("A part of this name is empty.") == true)
        #expect(try library.decks().count == before)
    }

    @Test func theSameNoteWithinSecondsIsTheSame() throws {
        let note = #"""
            {"note": {"deckName": "Default", "modelName": "Basic", "fields": {"Front": "twice"},
            "options": {"allowDuplicate": true}}}
            """#

        let first = try withKey("addNote", note)
        #expect(try withKey("addNote", note) == first)
        clock.withLock { $0 += 60_000 }
        #expect(try withKey("addNote", note) != first)
    }

    @Test(
        arguments: [
            (#"{"Front": "cat"}"#, "cannot create note because it is a duplicate"),
            (#"{"Front": "<b>cat</b>"}"#, "cannot create note because it is a duplicate"),
            (#"{"Front": "Cat"}"#, nil), (#"{"Front": "cat [sound:x.mp3]"}"#, nil),
            (#"{"front": "CAT"}"#, nil),
            (#"{"Front": " "}"#, "cannot create note because it is empty"),
            (#"{"Front": "<br>"}"#, "cannot create note because it is empty"),
            (#"{"Back": "x"}"#, "cannot create note because it is empty"),
        ] as [(String, String?)]
    )
    func duplicatesAreThoseOfAnki(_ fields: String, _ error: String?) throws {
        _ = try withKey(
            "addNote",
            #"{"note": {"deckName": "Default", "modelName": "Basic", "fields": {"Front": "cat"}}}"#
        )

        let answer = try withKey(
            "canAddNoteWithErrorDetail",
            #"{"note": {"deckName": "Default", "modelName": "Basic", "fields": \#(fields)}}"#
        )

        let detail = error.map { #"{"canAdd":false,"error":"\#($0)"}"# } ?? #"{"canAdd":true}"#
        #expect(answer == #"{"result":\#(detail),"error":null}"#)
    }

    @Test func htmlIsStoredWithoutWhatRuns() throws {
        _ = try withKey(
            "createModel",
            #"""
            {"modelName": "M", "inOrderFields": ["F"],
            "cardTemplates": [{"Front": "{{F}}", "Back": "{{F}}"}]}
            """#
        )
        _ = try withKey(
            "addNote",
            #"""
            {"note": {"deckName": "Default", "modelName": "M",
            "fields": {"F": "<b onclick='x()'>a</b><script>x()</script> &amp; <i>b</i>"}}}
            """#
        )

        let answer = try withKey("notesInfo", #"{"query": "note:M"}"#)

        #expect(answer?.contains(#""value":"<b>a</b> &amp; <i>b</i>""#) == true)
    }

    @Test func everyActionAnswersWithoutParameters() throws {
        for name in ConnectAction.all.keys {
            let answer = try #require(try withKey(name))
            #expect(answer.hasPrefix(#"{"result":"#), "\(name): \(answer)")
            #expect(!answer.contains("could not be used"), "\(name): \(answer)")
        }
    }
}
