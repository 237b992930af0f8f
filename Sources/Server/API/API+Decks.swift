import HTTP
import JSON
import Languages
import Library
import LibraryValues
import Notes

extension API {
    private static let limits = StudySettings.Limits.self

    private static let settings: APISchema = .object([
        .optional("languageChoice", .orNull(.string), "Such as oneToOne:en:fr."),
        .optional("newLimit", .orNull(.integer(limits.cardsPerDay)), "New cards a day."),
        .optional("reviewLimit", .orNull(.integer(limits.cardsPerDay)), "Reviews a day."),
        .optional("retention", .orNull(.number(limits.retention)), "The desired retention."),
        .optional(
            "colour",
            .orNull(.choice(DeckColour.allCases.map(\.rawValue))),
            "The colour of its tile."
        ),
        .optional("icon", .orNull(.string), "One emoji or letter on its tile."),
    ])

    static let deckSchemas: [String: APISchema] = [
        "Deck": .object([
            .member("id", .id),
            .member("name", .string, "Levels are separated by ::."),
            .member("notes", .integer(nil), "Without those of decks inside it."),
            .member(
                "learning",
                .integer(nil),
                "Reviewed, but not known; decks inside it included."
            ),
            .member(
                "known",
                .integer(nil),
                "With a memory of 21 days or more; decks inside it included."
            ),
            .member("today", .named("Today")),
            .member(
                "settings",
                settings,
                "Missing settings are inherited from the deck around it."
            ),
        ]),
        "Today": .object([
            .member("due", .integer(nil), "Due cards that a review deals now."),
            .member("new", .integer(nil), "New cards that it deals now."),
            .member("backLater", .integer(nil), "At a step that ends later today."),
            .optional(
                "nextBack",
                .integer(nil),
                "When the first of them is due, in milliseconds since 1970."
            ),
        ]),
    ]

    private static let deck = APIOperation.Parameter(name: "deck", schema: .id, summary: "Its id.")

    static let decks: [APIOperation] = [
        APIOperation(
            id: "getDecks",
            method: .get,
            path: "/decks",
            summary: "All decks, by name.",
            answer: .list(.named("Deck")),
            perform: { application, _ in
                let library = application.library
                let sizes = try library.deckSizes()
                let home = try library.home(timeZoneOffset: application.clock.offset())
                let summaries = Dictionary(uniqueKeysWithValues: home.decks.map { ($0.id, $0) })
                return JSONAnswer(
                    try library.decks().compactMap { deck in
                        summaries[deck.id].map {
                            DeckAnswer(deck, notes: sizes[deck.id] ?? 0, summary: $0)
                        }
                    }
                )
            }
        ),
        APIOperation(
            id: "addDeck",
            method: .post,
            path: "/decks",
            summary: "Adds an empty deck.",
            body: .object([.member("name", .string)]),
            status: .created,
            answer: .named("Change"),
            perform: { application, call in
                let made = try application.library.makeDeck(
                    named: try name(call.body),
                    by: application.browser(of: call.request)
                )
                return JSONAnswer(ChangeAnswer(made.change))
            }
        ),
        APIOperation(
            id: "changeDeck",
            method: .patch,
            path: "/decks/{deck}",
            summary: "Renames a deck, or changes the given settings; null inherits.",
            pathParameters: [deck],
            body: .object([
                .optional("name", .string), .optional("settings", settings),
            ]),
            answer: .named("Change"),
            perform: { application, call in try application.changeDeck(call) }
        ),
        APIOperation(
            id: "mergeDeck",
            method: .post,
            path: "/decks/{deck}/merge",
            summary: "Moves everything in a deck into another, and removes the deck.",
            pathParameters: [deck],
            body: .object([.member("into", .id)]),
            answer: .named("Change"),
            perform: { application, call in
                guard let target = call.body["into"]?.text.flatMap({ DeckID($0) }) else {
                    throw HTTPError(.badRequest, message: "into is missing.")
                }
                let deck: DeckID = try call.id("deck")
                return JSONAnswer(
                    ChangeAnswer(
                        try application.library.mergeDeck(
                            deck,
                            into: target,
                            by: application.browser(of: call.request)
                        )
                    )
                )
            }
        ),
        APIOperation(
            id: "deleteDeck",
            method: .delete,
            path: "/decks/{deck}",
            summary: "Moves a deck and those inside it to the bin, with all their notes.",
            pathParameters: [deck],
            answer: .named("Change"),
            perform: { application, call in
                let deck: DeckID = try call.id("deck")
                let browser = application.browser(of: call.request)
                return JSONAnswer(
                    ChangeAnswer(try application.library.deleteDeck(deck, by: browser))
                )
            }
        ),
    ]

    /// - Parameter deck: The deck that gets the name; it keeps one that nobody can see.
    static func name(_ body: JSONValue, of deck: Deck? = nil) throws(HTTPError) -> DeckName {
        let text = body["name"]?.text ?? ""
        guard let name = DeckName(text), name.isVisible || name.key == deck?.name.key else {
            throw HTTPError(.unprocessableContent, DeckName.flaw(of: text))
        }
        return name
    }
}

extension Application {
    /// `PATCH /api/v1/decks/{deck}`.
    fileprivate func changeDeck(_ call: APICall) throws -> JSONAnswer {
        let id: DeckID = try call.id("deck")
        guard let deck = try library.deck(id) else {
            throw HTTPError(.notFound, message: "There is no such deck.")
        }
        var settings = deck.settings
        if let given = call.body["settings"] {
            if given.has("languageChoice") {
                let text = given["languageChoice"]?.text
                guard text.map({ LanguageChoice($0) != nil }) ?? true else {
                    throw HTTPError(
                        .unprocessableContent,
                        message: "This is not a valid language choice."
                    )
                }
                settings.languageChoiceText = text
            }
            if given.has("newLimit") { settings.newLimit = given["newLimit"]?.whole }
            if given.has("reviewLimit") { settings.reviewLimit = given["reviewLimit"]?.whole }
            if given.has("colour") {
                settings.colour = given["colour"]?.text.flatMap(DeckColour.init(rawValue:))
            }
            if given.has("icon") {
                let sign = given["icon"]?.text
                settings.icon = sign.flatMap { DeckIcon($0) }
                guard sign == nil || settings.icon != nil else {
                    throw HTTPError(
                        .unprocessableContent,
                        message: "Enter one emoji or letter, or leave it empty."
                    )
                }
            }
            if given.has("retention") { settings.retention = given["retention"]?.real }
        }
        let change = try library.changeDeck(
            id,
            to: call.body.has("name") ? try API.name(call.body, of: deck) : nil,
            settings,
            by: browser(of: call.request)
        )
        return JSONAnswer(ChangeAnswer(change))
    }
}

private struct DeckAnswer: Encodable {
    let id: String
    let name: String
    let notes: Int
    let learning: Int
    let known: Int
    let today: Today
    let settings: DeckSettings

    struct Today: Encodable {
        let due: Int
        let new: Int
        let backLater: Int
        let nextBack: Int64?
    }

    /// - Parameter notes: Without those of decks inside it.
    init(_ deck: Deck, notes: Int, summary: DeckSummary) {
        id = deck.id.description
        name = deck.name.text
        self.notes = notes
        learning = summary.learning
        known = summary.known
        today = Today(
            due: summary.today.due,
            new: summary.today.new,
            backLater: summary.today.backLater,
            nextBack: summary.today.nextBack?.milliseconds
        )
        settings = deck.settings
    }
}
