import FoundationEssentials
import HTTP
import Languages
import Library
import Notes
import Pages

extension Application {
    /// `POST /cards/actions`: does something to cards and says how to take it back.
    func act(_ request: Request) throws -> Response {
        let order = try ActionOrder.decode(request)
        if let mismatch = mismatch(order) { return mismatch }
        let change = try library.act(
            try order.action,
            on: try order.keys,
            by: browser(of: request),
            timeZoneOffset: clock.offset()
        )
        return .json(encode(Done(change))).cached(.never)
    }

    /// `POST /undo` and `POST /redo`: a script is told what was done, a form is led back.
    func turn(_ request: Request, isUndoing: Bool) throws -> Response {
        let isForm = request.contentType == "application/x-www-form-urlencoded"
        let form = isForm ? try request.form() : Query()
        let given = isForm ? form["id"] : try TurnOrder.decode(request).id
        let browser = browser(of: request)
        let id: ChangeID?
        if let given {
            id = ChangeID(given)
        } else if isUndoing {
            id = try library.latestChange(by: browser)
        } else {
            id = try library.latestUndone(by: browser)
        }
        guard let id else {
            throw HTTPError(
                .conflict,
                isUndoing ? "There is nothing to undo." : "There is nothing to do again."
            )
        }
        let offset = clock.offset()
        let change =
            isUndoing
            ? try library.undo(id, timeZoneOffset: offset)
            : try library.redo(id, timeZoneOffset: offset)
        guard isForm else { return .json(encode(Done(change))).cached(.never) }
        return lead(Back(form["back"]), else: .history(), telling: change)
    }

    /// The number of the browser that asks, where browsers are paired.
    func browser(of request: Request) -> BrowserNumber? {
        guard access.wantsPairing, request.peer != .unix else { return nil }
        return paired(request)
    }
}

/// What a script is told of a change: its id, and what it was.
struct Done: Encodable {
    let undo: String?
    let says: String

    init(_ change: Change?) {
        undo = change?.id.description
        says = say(change?.says ?? "It was so already.")
    }
}

/// What `POST /undo` takes; without an id it is the browser's own latest change.
private struct TurnOrder: Decodable {
    let id: String?

    static func decode(_ request: Request) throws(HTTPError) -> TurnOrder {
        try request.decodeJSON("The body is not a JSON object with the id of a change.")
    }
}

/// What `POST /cards/actions` takes.
private struct ActionOrder: Decodable, Addressed {
    let library: String
    let epoch: Int
    let cards: [WrittenCard]
    let flag: Int?
    let days: Int?
    private let name: String

    private enum CodingKeys: String, CodingKey {
        case library, epoch, cards, flag, days
        case name = "action"
    }

    static func decode(_ request: Request) throws(HTTPError) -> ActionOrder {
        try request.decodeJSON(
            "The body is not a JSON object with library, epoch, action and a list of cards."
        )
    }

    /// What is to be done.
    var action: CardAction {
        get throws(HTTPError) {
            switch name {
            case "suspend": return .suspend
            case "unsuspend": return .unsuspend
            case "bury": return .bury
            case "flag":
                guard let flag, CardAction.flags.indices.contains(flag) else {
                    throw HTTPError(.badRequest, "A flag is a number from 0 to 7.")
                }
                return .flag(UInt8(flag))
            case "reset": return .reset
            case "redate":
                guard let days, CardAction.days.contains(days) else {
                    throw HTTPError(.badRequest, "A date is a number of days from 0 to 36500.")
                }
                return .redate(days: days)
            default: throw HTTPError(.badRequest, "There is no such action.")
            }
        }
    }

    /// The cards, each once.
    var keys: [CardID] {
        get throws(HTTPError) {
            guard (1...Library.largestAction).contains(cards.count) else {
                throw HTTPError(.badRequest, "One to \(Library.largestAction) cards at a time.")
            }
            var seen: Set<CardID> = []
            return cards.map(\.id).filter { seen.insert($0).inserted }
        }
    }
}
