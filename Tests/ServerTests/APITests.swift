import Foundation
import HTTP
import JSON
import Languages
import Library
import LibraryValues
import Notes
import TestFolder
import TestLibrary
import Testing

@testable import Server

/// `/api/v1` as another program uses it, checked against the document that describes it.
struct APITests {
    private let folder: TemporaryFolder
    private let library: Library
    private let application: Application
    private let document = API.document
    private static let token = "a-token-that-nobody-guesses"

    init() throws {
        folder = try TemporaryFolder()
        let noon = Moment(milliseconds: 1_763_640_000_000)
        library = try Library.openNew(at: folder.path("library.omena")) { noon }
        application = Application(
            library: library,
            access: AccessPolicy(
                reach: .proxy(origin: "https://cards.example.org"),
                port: 6636,
                isSecure: false
            ),
            clock: Clock(now: { noon }, offset: { 120 }),
            token: APIToken(Self.token),
            report: { Issue.record("\($0)") }
        )
    }

    private func ask(
        _ method: HTTP.Method,
        _ path: String,
        _ body: JSONValue? = nil,
        token: String? = token
    ) throws -> (status: Int, json: JSONValue) {
        var headers = Headers()
        headers["Host"] = "cards.example.org"
        if let token { headers["Authorization"] = "Bearer \(token)" }
        var bytes: [UInt8] = []
        if let body {
            headers["Content-Type"] = "application/json"
            bytes = JSONCoding.bytes(of: body)
        }
        let head = RequestHead(
            method: method,
            target: try RequestTarget("/api/v1\(path)"),
            headers: headers,
            peer: .loopback
        )
        let response = application.respond(to: Request(head, body: .bytes(bytes)))
        guard case .bytes(let answer) = response.body else {
            return (response.status.rawValue, .null)
        }
        return (response.status.rawValue, try #require(JSONValue(answer)))
    }

    // MARK: - Checks against the document

    /// Sends a request as an operation describes it, and checks the response against its schema.
    private func perform(
        _ id: String,
        _ places: [String: String] = [:],
        query: String = "",
        _ body: JSONValue? = nil
    ) throws -> JSONValue {
        for (template, methods) in document["paths"]?.members ?? [:] {
            for (name, operation) in methods.members where operation["operationId"]?.text == id {
                let path = places.reduce(template) {
                    $0.replacingOccurrences(of: "{\($1.key)}", with: $1.value)
                }
                let method = try #require(Method(rawValue: name.uppercased()))
                let wanted = schema(in: operation["requestBody"])
                #expect((wanted != nil) == (body != nil), "\(id)")
                if let wanted, let body { #expect(violation(of: body, wanted) == nil, "\(id)") }
                let (status, json) = try ask(method, path + query, body)
                let promised = try #require(
                    schema(in: operation["responses"]?["\(status)"]),
                    "\(id) answers \(status): \(json)"
                )
                #expect(violation(of: json, promised) == nil, "\(id): \(json)")
                return json
            }
        }
        throw CocoaError(.keyValueValidation)
    }

    private func schema(in part: JSONValue?) -> JSONValue? {
        part?["content"]?["application/json"]?["schema"]
    }

    /// The first violation of a JSON schema by a value; supports only the keywords that the document uses.
    private func violation(of value: JSONValue, _ schema: JSONValue, at place: String = "$")
        -> String?
    {
        if let reference = schema["$ref"]?.text {
            let name = String(reference.split(separator: "/").last ?? "")
            let named = document["components"]?["schemas"]?[name]
            return named.map { violation(of: value, $0, at: place) } ?? "no schema \(name)"
        }
        if let any = schema["anyOf"]?.elements {
            return any.contains { violation(of: value, $0) == nil }
                ? nil : "\(place): none of anyOf"
        }
        let isIt: Bool
        switch (schema["type"]?.text, value) {
        case (nil, _): isIt = schema.members.isEmpty
        case ("null", .null), ("boolean", .boolean): isIt = true
        case ("string", .string(let text)):
            let words = schema["enum"]?.elements.compactMap(\.text)
            let isFit = schema["pattern"]?.text.map {
                text.range(of: $0, options: .regularExpression) != nil
            }
            isIt = words?.contains(text) ?? true && isFit ?? true
        case ("integer", .integer), ("number", .integer), ("number", .number):
            let least = schema["minimum"]?.real ?? -.infinity
            let most = schema["maximum"]?.real ?? .infinity
            isIt = value.real.map((least...most).contains) ?? false
        case ("array", .list(let elements)):
            guard let item = schema["items"] else { return "\(place): no items" }
            return elements.lazy.compactMap { violation(of: $0, item, at: "\(place)[]") }.first
        case ("object", .object(let members)):
            let required = schema["required"]?.elements.compactMap(\.text) ?? []
            if let name = required.first(where: { members[$0] == nil }) {
                return "\(place).\(name) is missing"
            }
            for (name, member) in members {
                let wanted = schema["properties"]?[name] ?? schema["additionalProperties"]
                guard let wanted, wanted != false else { return "\(place).\(name) is new" }
                if let violation = violation(of: member, wanted, at: "\(place).\(name)") {
                    return violation
                }
            }
            return nil
        default: isIt = false
        }
        return isIt ? nil : "\(place): \(value) is not \(schema)"
    }

    @Test func everyOperationRespondsAsDocumented() throws {
        var asked: Set<String> = []
        @discardableResult
        func ask(
            _ id: String,
            _ places: [String: String] = [:],
            query: String = "",
            _ body: JSONValue? = nil
        ) throws -> JSONValue {
            asked.insert(id)
            return try perform(id, places, query: query, body)
        }
        func deck(_ name: String) throws -> String {
            let deck = try ask("getDecks").elements.first { $0["name"]?.text == name }
            return try #require(deck?["id"]?.text)
        }

        try ask("addDeck", [:], ["name": "Trees"])
        let trees = try deck("Trees")
        let added = try ask(
            "addNote",
            [:],
            [
                "type": "Basic", "deck": "trees", "fields": ["Front": "koivu", "Back": "birch"],
                "tags": ["wood"], "wordType": "noun",
            ]
        )
        let note = try #require(added["note"]?["id"]?.text)
        #expect(
            try ask("findNotes", query: "?query=koivu&sort=oldest&limit=1")["total"] == 1
        )
        #expect(try ask("findNotes", query: "?limit=2")["next"]?.text != nil)
        let last = try ask("findNotes", query: "?query=koivu")
        #expect(last.has("next") && last["next"] == nil)
        let changed = try ask("changeNote", ["note": note], ["fields": ["Back": "a birch"]])
        #expect(changed["note"]?["fields"] == ["Front": "koivu", "Back": "a birch"])
        let cards: JSONValue = [["note": .string(note), "face": "1"]]
        try ask("actOnCards", [:], ["action": "flag", "cards": cards, "flag": 3])
        try ask("actOnCards", [:], ["action": "redate", "cards": cards, "days": 3])
        #expect(try ask("getCard", ["note": note, "face": "1"])["flag"] == 3)
        let who = try ask("getLibrary")
        let receipts = try ask(
            "addReviews",
            [:],
            [
                "library": who["library"] ?? .null, "epoch": who["epoch"] ?? .null,
                "events": [
                    [
                        "id": "42", "kind": "review", "note": .string(note), "face": "1",
                        "grade": "good", "moment": 1_763_640_000_000, "offset": 0,
                        "duration": 900, "mode": "review",
                    ], ["id": "43", "kind": "whim"],
                ],
            ]
        )
        let outcomes = receipts["results"]?.elements.map { $0["outcome"]?.text }
        #expect(outcomes == ["stored", "refused"])
        #expect(try ask("getReviews", query: "?limit=1")["next"] == "42")
        #expect(try ask("getNote", ["note": note])["deck"] == "Trees")
        try ask(
            "changeDeck",
            ["deck": trees],
            [
                "name": "Woods",
                "settings": [
                    "newLimit": 5, "languageChoice": .null, "colour": "green", "icon": "🌳",
                ],
            ]
        )
        let woods = try ask("getDecks").elements.first { $0["name"] == "Woods" }?["settings"]
        #expect(woods?["colour"] == "green" && woods?["icon"] == "🌳")
        #expect(try deck("Woods") == trees)
        try ask("deleteNote", ["note": note])
        try ask("undo", [:], [:])
        try ask("redo", [:], [:])
        try ask("undo", [:], [:])
        #expect(try ask("getNote", ["note": note])["deck"] == "Woods")
        #expect(try ask("getChanges").elements.count == 7)
        try ask("addDeck", [:], ["name": "Heir"])
        let heir = try deck("Heir")
        try ask("mergeDeck", ["deck": trees], ["into": .string(heir)])
        try ask("deleteDeck", ["deck": heir])
        #expect(try !ask("getNoteTypes").elements.isEmpty)
        let template: JSONValue = ["name": "Card", "front": "{{Word}}", "back": "{{Meaning}}"]
        let type = try ask(
            "addNoteType",
            [:],
            ["name": "Mined", "fields": ["Word", "Meaning"], "templates": [template]]
        )
        let mined = try #require(type["id"]?.text)
        let turned: JSONValue = ["name": "Card", "front": "{{Meaning}}", "back": "{{Word}}"]
        try ask("changeNoteType", ["type": mined], ["templates": [turned], "css": ".card {}"])
        let details = try ask("getNoteType", ["type": mined])
        #expect(details["templates"] == [turned] && details["css"] == ".card {}")
        // A picture of one pixel.
        let picture = """
            iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==
            """
        let medium = try ask("addMedium", [:], ["name": "dot.png", "data": .string(picture)])
        #expect(medium["reference"] == "<img src=\"dot.png\">")
        let stored = try ask("getMedium", ["name": "dot.png"])
        #expect(stored["data"] == .string(picture))
        try ask("getTags")
        #expect(
            try ask("getStatistics", query: "?range=all")["retention"]
                == ["recalled": 0, "of": 0]
        )
        #expect(try ask("getDocument")["openapi"] == "3.1.0")

        #expect(asked == Set(API.operations.map(\.id)))
    }

    @Test func notesOfPlacesContainTheirCoordinates() throws {
        let helsinki: JSONValue = ["latitude": .number(60.1699), "longitude": .number(24.9384)]
        let suva: JSONValue = ["latitude": -18, "longitude": 180]
        var order: JSONValue = [
            "type": "Place", "deck": "First questions", "fields": ["Name": "Helsinki"],
            "place": helsinki,
        ]

        let added = try perform("addNote", [:], order)
        let note = try #require(added["note"]?["id"]?.text)
        func change(_ body: JSONValue) throws -> JSONValue? {
            try perform("changeNote", ["note": note], body)["note"]?["place"]
        }

        #expect(added["note"]?["place"] == helsinki)
        #expect(try change(["place": suva]) == suva)
        #expect(try change(["fields": ["Description": "By Viapori"]]) == suva)
        #expect(try perform("findNotes", query: "?query=viapori")["notes"]?.elements.count == 1)
        #expect(try change(["place": .null]) == nil)
        for point: JSONValue in [
            ["latitude": .number(90.5), "longitude": 0],
            ["latitude": 0, "longitude": .number(-180.1)], ["latitude": 1], "60 N, 24 E",
        ] {
            #expect(try ask(.patch, "/notes/\(note)", ["place": point]).status == 400)
        }
        order = [
            "type": "Basic", "deck": "First questions", "fields": ["Front": "a", "Back": "b"],
            "place": helsinki,
        ]
        #expect(
            try ask(.post, "/notes", order)
                == (422, ["error": "Cards of type “Basic” have no place on the map."])
        )
    }

    @Test(arguments: [
        ("/notes?limit=0", "limit must be a whole number from 1 to 1000, not 0."),
        ("/notes?limit=many", "limit must be a whole number from 1 to 1000, not “many”."),
        (
            "/notes?limit=99999999999999999999",
            "limit must be a whole number from 1 to 1000, not “99999999999999999999”."
        ),
        ("/notes?after=-3", "after must be an id, which is decimal digits as text, not “-3”."),
        ("/notes?sort=best", "sort must be one of newest, oldest, changed, prompt, not “best”."),
        ("/reviews?limit=1001", "limit must be a whole number from 1 to 1000, not 1001."),
    ])
    func explainsAnInvalidAddress(path: String, words: String) throws {
        let (status, json) = try ask(.get, path)

        #expect(status == 400)
        #expect(json == ["error": .string(words)])
    }

    @Test func refusesAnAnswerInTheLanguageOfTheLibrary() throws {
        try library.changeSettings { $0.language = .french }
        let identity = library.identity
        let event: JSONValue = [
            "id": "3696000000000000001", "kind": "practice", "note": "404", "face": "1",
            "grade": "good",
            "moment": 1_763_640_000_000, "offset": 0, "duration": 900, "mode": "learn",
        ]
        let batch: JSONValue = [
            "library": .string(identity.id), "epoch": .integer(Int64(identity.epoch)),
            "events": [event],
        ]

        let (status, json) = try ask(.post, "/reviews", batch)

        #expect(status == 200)
        #expect(json["results"]?.elements.first?["why"] == "Cette carte n’existe plus.")
    }

    @Test func explainsAnInvalidBody() throws {
        let tooDeep = (0..<JSONValue.maximumDepth).reduce(.null as JSONValue) { value, _ in [value]
        }
        for (path, body, status, words) in [
            ("/notes", ["deck": "x"] as JSONValue, 400, "type is missing."),
            (
                "/notes", ["type": "Basic", "deck": 3, "fields": [:]], 400,
                "deck must be text, not 3."
            ),
            (
                "/notes", ["type": "Basic", "deck": "x", "fields": [:], "whim": 1], 400,
                "The body has an unknown member “whim”."
            ),
            (
                "/notes", ["type": "Basic", "deck": "First questions", "fields": ["Side": "x"]],
                422,
                "Notes of type “Basic” have no field “Side”."
            ),
            (
                "/notes", ["type": "Basic", "deck": "First questions", "fields": ["Front": " "]],
                422,
                "Enter the question. Enter the answer."
            ),
            (
                "/notes", ["type": "Whim", "deck": "x", "fields": [:]], 422,
                "There is no card type “Whim”."
            ),
            (
                "/cards/actions",
                ["action": "flag", "cards": [["note": "7", "face": "1"]], "flag": 9],
                400, "flag must be a whole number from 0 to 7, not 9."
            ),
            (
                "/cards/actions", ["action": "bury", "cards": [["note": "7", "face": "1"]]], 409,
                "This card no longer exists."
            ),
            ("/undo", [:], 409, "There is nothing to undo."),
            ("/undo", ["whim": tooDeep], 400, "The body is not valid JSON."),
        ] as [(String, JSONValue, Int, String)] {
            let answer = try ask(.post, path, body)

            #expect(answer.status == status, "\(path) \(body)")
            #expect(answer.json == ["error": .string(words)])
        }
        #expect(try library.history().isEmpty)
    }

    @Test func aDeckKeepsANameThatNobodySeesAndNoneGetsOne() throws {
        let name = "A::\u{200B}"
        let note = ImportNote(
            .text(of: .number(1)),
            type: NoteType.basic.id,
            values: [.number(1): FieldValue("kissa"), .number(2): FieldValue("cat")]
        )
        let batch = ImportBatch(file: "a.json", into: try #require(DeckName(name)), notes: [note])
        _ = try library.importNotes(of: batch, by: nil)
        let deck = try #require(try library.decks().first { $0.name.text == name }).id
        let path = "/decks/\(deck)"

        let unchanged: JSONValue = ["name": .string(name), "settings": ["newLimit": 3]]
        #expect(try ask(.patch, path, unchanged).status == 200)
        #expect(try library.deck(deck)?.settings.newLimit == 3)
        let refusal: JSONValue = ["error": "A part of this name is empty. Remove the extra “::”."]
        #expect(try ask(.patch, path, ["name": "B::\u{200B}"]) == (422, refusal))
        #expect(try ask(.post, "/decks", ["name": "B::\u{200B}"]) == (422, refusal))
        #expect(try ask(.post, "/decks", ["name": "B::"]) == (422, refusal))
    }

    @Test func acceptsRequestsWithTheToken() throws {
        #expect(try ask(.get, "/decks").status == 200)
        #expect(try ask(.post, "/decks", ["name": "Trees"]).status == 201)
        for wrong in [Self.token + "x", String(Self.token.dropLast()), "", nil] {
            #expect(try ask(.get, "/decks", token: wrong).status == 401)
            #expect(try ask(.post, "/decks", ["name": "Woods"], token: wrong).status == 401)
        }
        #expect(try library.decks().map(\.name.text).contains("Trees"))
        #expect(try !library.decks().map(\.name.text).contains("Woods"))
    }
}
