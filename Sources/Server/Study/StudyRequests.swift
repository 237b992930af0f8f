import HTTP
import Languages
import Library
import Notes
import Recall

/// The body of `POST /study/cards`: the cards of a session that a browser needs in full.
struct StudyCardsRequest: Decodable, LibraryBound {
    static let maximumCount = 200

    let library: String
    let epoch: Int
    let mode: JSONMode
    let cards: [JSONCardID]

    static func decode(_ request: Request) throws(HTTPError) -> StudyCardsRequest {
        let body: StudyCardsRequest = try request.decodeJSON(
            orRefuse: "The body is not a JSON object with library, epoch, mode and a list of cards."
        )
        guard body.cards.count <= maximumCount else {
            throw HTTPError(.badRequest, "At most \(maximumCount) cards go into one request.")
        }
        return body
    }
}

/// The body of `POST /study/{mode}`: the cards that a session has, and what it needs more of.
struct TopUpRequest: Decodable, LibraryBound {
    static let maximumCount = Session.maximumCards

    let library: String
    let epoch: Int
    let cards: [JSONCardID]
    let extra: Library.Extra?

    private enum CodingKeys: String, CodingKey {
        case library, epoch, extra
        case cards = "have"
    }

    static func decode(_ request: Request) throws(HTTPError) -> TopUpRequest {
        let body: TopUpRequest = try request.decodeJSON(
            orRefuse:
                "The body is not a JSON object with library, epoch and a list of cards to have."
        )
        guard body.cards.count <= maximumCount else {
            throw HTTPError(.badRequest, "A session has at most \(maximumCount) cards.")
        }
        return body
    }
}

/// A mode as JSON: its name.
struct JSONMode: Decodable {
    let mode: Mode

    init(from decoder: any Decoder) throws {
        mode = try decoder.parsed(by: { Mode(name: $0) }, orFailing: "is not a mode")
    }
}
