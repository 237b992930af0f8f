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
        service = Self.service(library, clock)
    }

    private static func service(
        _ library: Library,
        _ clock: Locked<Int64>,
        largestAnswer: Int = AnswerBudget.largestAnswer
    ) -> ConnectService {
        ConnectService(
            ConnectService.Dependencies(
                lease: { (library, true) },
                now: { Moment(milliseconds: clock.withLock { $0 }) },
                offset: { _ in 0 },
                uptime: { .milliseconds(clock.withLock { $0 }) },
                downloader: .none,
                report: { _ in },
                libraryChanged: { _ in }
            ),
            key: ConnectKey("a-long-key"),
            largestAnswer: largestAnswer
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
        try ask(Self.body(action, params))
    }

    private static func body(_ action: String, _ params: String) -> String {
        #"{"action": "\#(action)", "version": 6, "key": "a-long-key", "params": \#(params)}"#
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

    @Test func picturesAndSoundsDoNotMakeAFieldTooLong() throws {
        let text = String(repeating: "x", count: SentFields.longest)
        let note = #"""
            {"note": {"deckName": "Default", "modelName": "Basic", "fields": {"Front": "\#(text)"},
            "audio": {"filename": "a.mp3", "fields": ["Front"]}}}
            """#

        let answer = try withKey("addNote", note)

        #expect(answer == #"{"result":null,"error":"the field Front is too long"}"#)
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

    /// Asks a service that answers with a few kilobytes at most.
    private func askBriefly(_ action: String, _ params: String) throws -> ConnectValue {
        let service = Self.service(library, clock, largestAnswer: 4_000)
        let caller = try #require(try caller(["User-Agent": "curl/8"]))
        let body = Array(Self.body(action, params).utf8)
        return try ConnectValue(json: try #require(service.answer(body, from: caller)))
    }

    /// Adds a note, and returns its number and that of its card.
    private func addNote(_ front: String) throws -> (note: Int64, card: Int64) {
        let fields = #"{"Front": "\#(front)"}"#
        let note = #"{"deckName": "Default", "modelName": "Basic", "fields": \#(fields)}"#
        let added = try #require(try withKey("addNote", #"{"note": \#(note)}"#))
        let number = try #require(try ConnectValue(json: Array(added.utf8))["result"]?.id)
        let found = try #require(try withKey("findCards", #"{"query": "nid:\#(number)"}"#))
        let cards = try ConnectValue(json: Array(found.utf8))["result"]?.elements
        return (number, try #require(cards?.first?.id))
    }

    private static let isTooLong = ConnectValue.string(ConnectError.isTooLong.text)

    @Test(
        arguments: [
            ("notesInfo", "notes"), ("cardsInfo", "cards"), ("cardsModTime", "cards"),
            ("findModelsByName", "modelNames"),
        ]
    )
    func anAnswerThatIsTooLongIsRefused(_ action: String, _ parameter: String) throws {
        let (note, card) = try addNote("question")
        let one =
            switch parameter {
            case "notes": "\(note)"
            case "cards": "\(card)"
            default: #""Basic""#
            }
        func ask(_ count: Int) throws -> ConnectValue {
            let list = Array(repeating: one, count: count).joined(separator: ",")
            return try askBriefly(action, #"{"\#(parameter)": [\#(list)]}"#)
        }

        let single = try ask(1)
        #expect(single["error"] == nil)
        #expect(single["result"]?.elements?.count == 1)
        #expect(try ask(100) == ["result": .null, "error": Self.isTooLong])
    }

    @Test func actionsShareTheLengthOfAnAnswerAndEachFailsAlone() throws {
        let (note, _) = try addNote(String(repeating: "x", count: 1_500))
        let info = #"{"action": "notesInfo", "params": {"notes": [\#(note)]}}"#
        let inner = #"{"action": "multi", "version": 6, "params": {"actions": [\#(info)]}}"#
        let find = #"{"action": "findNotes", "params": {"query": "nid:\#(note)"}}"#

        let answer = try askBriefly(
            "multi",
            #"{"actions": [\#(inner), \#(info), \#(info), \#(inner), \#(find)]}"#
        )

        let results = try #require(answer["result"]?.elements)
        #expect(results.count == 5)
        #expect(results[0]["result"]?.elements?.first?.elements?.count == 1)
        #expect(results[1].elements?.count == 1)
        #expect(results[2] == ["result": .null, "error": Self.isTooLong])
        let refused = results[3]["result"]?.elements?.first
        #expect(refused == ["result": .null, "error": Self.isTooLong])
        #expect(results[4] == [.integer(note)])
    }

    @Test func whatHasBeenDoneIsNotRefused() throws {
        let deck = String(
            repeating: #"{"action": "createDeck", "params": {"deck": "A"}},"#,
            count: 400
        )

        let answer = try askBriefly("multi", #"{"actions": [\#(deck.dropLast())]}"#)

        #expect(answer["result"]?.elements?.allSatisfy { $0.id != nil } == true)
    }

    @Test func aCardThatIsNamedTwiceIsDescribedTwice() throws {
        let (_, first) = try addNote("one")
        let (_, second) = try addNote("two")

        let answer = try askBriefly("cardsInfo", #"{"cards": [\#(first), \#(second), \#(first)]}"#)

        let cards = try #require(answer["result"]?.elements)
        #expect(cards.map { $0["cardId"]?.id } == [first, second, first])
        #expect(cards[0] == cards[2])
        #expect(cards[0]["question"] != cards[1]["question"])
    }

    @Test func membersOfAnAnswerHaveDifferentNames() throws {
        let (_, card) = try addNote("question")

        let reviews = try withKey("getReviewsOfCards", #"{"cards": [\#(card), \#(card)]}"#)
        let stats = try withKey("getDeckStats", #"{"decks": ["Default", "default"]}"#)

        #expect(reviews == #"{"result":{"\#(card)":[]},"error":null}"#)
        #expect(stats?.split(separator: "deck_id").count == 2)
    }
}
