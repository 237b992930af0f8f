import HTTP
import JSON
import Library
import LibraryValues
import Notes

extension API {
    static let cardSchemas: [String: APISchema] = [
        "Card": .object([
            .member("face", .string, "Which question of the note."),
            .member("stage", .choice(["new", "learning", "review", "relearning"])),
            .optional("due", .integer(nil), "In milliseconds since 1970."),
            .optional("stability", .number(nil), "In days."),
            .optional("difficulty", .number(nil), "From 1 to 10."),
            .member("reviews", .integer(nil)),
            .member("lapses", .integer(nil)),
            .member("flag", .integer(0...7)),
            .member("isSuspended", .boolean),
        ]),
        "CardName": .object([
            .member("note", .id), .member("face", .string),
        ]),
    ]

    static let cards: [APIOperation] = [
        APIOperation(
            id: "getCard",
            method: .get,
            path: "/cards/{note}/{face}",
            summary: "The schedule of a card that was reviewed.",
            pathParameters: [
                .init(name: "note", schema: .id, summary: "The id of its note."),
                .init(name: "face", schema: .string, summary: "Which question: 1, c1, en>fi."),
            ],
            answer: .named("Card"),
            perform: { application, call in
                guard let face = call.path["face"]?.text.flatMap({ Face($0) }),
                    let card = try application.library.card(
                        CardID(note: try call.id("note"), face: face)
                    )
                else {
                    throw HTTPError(
                        .notFound,
                        message: "There is no such card, or it was never reviewed."
                    )
                }
                return JSONAnswer(FoundNotesAnswer.FoundCard(card))
            }
        ),
        APIOperation(
            id: "actOnCards",
            method: .post,
            path: "/cards/actions",
            summary: "Suspends, buries, flags, resets or reschedules cards, all of them or none.",
            body: .object([
                .member(
                    "action",
                    .choice(["suspend", "unsuspend", "bury", "flag", "reset", "redate"])
                ),
                .member("cards", .list(.named("CardName"), 1...Library.largestAction)),
                .optional("flag", .integer(0...7), "For 'flag'; 0 removes it."),
                .optional(
                    "days",
                    .integer(CardAction.days),
                    "For 'redate': in how many days the cards are due."
                ),
            ]),
            answer: .named("Change"),
            perform: { application, call in
                let cards = try call.body["cards"]?.elements.map { name throws(HTTPError) in
                    guard let note = name["note"]?.text.flatMap({ NoteID($0) }),
                        let face = name["face"]?.text.flatMap({ Face($0) })
                    else {
                        throw HTTPError(
                            .badRequest,
                            message: "A card is named by its note and its face."
                        )
                    }
                    return CardID(note: note, face: face)
                }
                var seen: Set<CardID> = []
                return JSONAnswer(
                    ChangeAnswer(
                        try application.library.act(
                            try action(call.body),
                            on: (cards ?? []).filter { seen.insert($0).inserted },
                            by: application.browser(of: call.request),
                            timeZoneOffset: application.clock.offset()
                        )
                    )
                )
            }
        ),
    ]

    private static func action(_ body: JSONValue) throws(HTTPError) -> CardAction {
        switch body["action"]?.text {
        case "suspend": return .suspend
        case "unsuspend": return .unsuspend
        case "bury": return .bury
        case "reset": return .reset
        case "flag":
            guard let flag = body["flag"]?.whole else {
                throw HTTPError(.badRequest, message: "flag is missing.")
            }
            return .flag(UInt8(flag))
        default:
            guard let days = body["days"]?.whole else {
                throw HTTPError(.badRequest, message: "days is missing.")
            }
            return .redate(days: days)
        }
    }
}
