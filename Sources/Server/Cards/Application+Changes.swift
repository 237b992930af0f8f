import HTTP
import Languages
import Library
import LibraryValues
import Notes
import Pages

extension Application {
    /// `POST /cards/actions`: acts on cards, and tells how to undo it.
    func act(_ request: Request) throws -> Response {
        let body: CardActionRequest = try request.decodeJSON(
            orRefuse:
                "The body is not a JSON object with library, epoch, action and a list of cards."
        )
        if let mismatch = mismatch(body) { return mismatch }
        let change = try library.act(
            try body.action,
            on: try body.uniqueCards,
            by: browser(of: request),
            timeZoneOffset: clock.offset()
        )
        return .json(ActionAnswer(change))
    }

    /// `POST /undo` and `POST /redo`: scripts get JSON, a form is redirected.
    func undoOrRedo(_ request: Request, isUndoing: Bool) throws -> Response {
        let isForm = request.contentType == "application/x-www-form-urlencoded"
        let form = isForm ? try request.form() : Query()
        let given = isForm ? form["id"] : try Self.changeID(in: request)
        let id = given.flatMap { ChangeID($0) }
        let isUnknown = given != nil && id == nil
        let browser = browser(of: request)
        guard !isUnknown, let change = try undoOrRedo(id, by: browser, isUndoing: isUndoing) else {
            throw HTTPError(
                .conflict,
                isUndoing ? "There is nothing to undo." : "There is nothing to redo."
            )
        }
        guard isForm else { return .json(ActionAnswer(change)) }
        return lead(ReturnPath(form["back"]), else: .history(), telling: change)
    }

    /// Undoes or redoes a change; unless one is given, the latest of the browser.
    ///
    /// - Returns: Nil where there is nothing to undo or redo.
    func undoOrRedo(
        _ given: ChangeID?,
        by browser: BrowserNumber?,
        isUndoing: Bool
    ) throws -> Change? {
        let id =
            try given
            ?? (isUndoing
                ? library.latestChange(by: browser) : library.latestUndone(by: browser))
        let offset = clock.offset()
        return try id.map { id in
            isUndoing
                ? try library.undo(id, timeZoneOffset: offset)
                : try library.redo(id, timeZoneOffset: offset)
        }
    }

    private static func changeID(in request: Request) throws(HTTPError) -> String? {
        let body: UndoRequest = try request.decodeJSON(
            orRefuse: "The body is not a JSON object with the id of a change."
        )
        return body.id
    }

    /// The number of the browser, where browsers are paired.
    func browser(of request: Request) -> BrowserNumber? {
        guard access.wantsPairing, request.peer != .unix else { return nil }
        return paired(request)
    }
}

/// A change, for Omena's own scripts.
struct ActionAnswer: Encodable {
    let undo: String?
    let says: String

    init(_ change: Change?) {
        undo = change?.id.description
        says = (change?.says ?? "Nothing was changed.").pageText
    }
}

/// The body of `POST /undo` and `POST /redo`; without an id the browser's own latest change is meant.
private struct UndoRequest: Decodable {
    let id: String?
}

/// The body of `POST /cards/actions`.
private struct CardActionRequest: Decodable, LibraryBound {
    let library: String
    let epoch: Int
    let cards: [JSONCardID]
    let flag: Int?
    let days: Int?
    private let name: String

    private enum CodingKeys: String, CodingKey {
        case library, epoch, cards, flag, days
        case name = "action"
    }

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
            default: throw HTTPError(.badRequest, "This action doesn’t exist.")
            }
        }
    }

    var uniqueCards: [CardID] {
        get throws(HTTPError) {
            guard (1...Library.largestAction).contains(cards.count) else {
                throw HTTPError(
                    .badRequest,
                    "You can change one to \(Library.largestAction) cards at a time."
                )
            }
            var seen: Set<CardID> = []
            return cards.map(\.id).filter { seen.insert($0).inserted }
        }
    }
}
