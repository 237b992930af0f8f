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
    let mode: Mode
    let cards: [CardID]

    private enum Field: String, CodingKey {
        case library, epoch, mode, cards
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Field.self)
        library = try fields.decode(String.self, forKey: .library)
        epoch = try fields.decode(Int.self, forKey: .epoch)
        mode = try fields.decodeMode(forKey: .mode)
        cards = try fields.decode([JSONCardID].self, forKey: .cards).map(\.id)
    }

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
    let cards: [CardID]
    let extra: Library.Extra?

    private enum Field: String, CodingKey {
        case library, epoch, have, extra
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Field.self)
        library = try fields.decode(String.self, forKey: .library)
        epoch = try fields.decode(Int.self, forKey: .epoch)
        cards = try fields.decode([JSONCardID].self, forKey: .have).map(\.id)
        extra = try fields.decodeIfPresent(String.self, forKey: .extra).map { text in
            guard let extra = Library.Extra(rawValue: text) else {
                throw fields.corruption(.extra, "“\(text.prefix(80))” is not a kind of extra card.")
            }
            return extra
        }
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

extension KeyedDecodingContainer {
    fileprivate func decodeMode(forKey key: Key) throws -> Mode {
        let text = try decode(String.self, forKey: key)
        guard let mode = Mode(name: text) else {
            throw corruption(key, "“\(text.prefix(80))” is not a mode.")
        }
        return mode
    }

    fileprivate func corruption(_ key: Key, _ reason: String) -> DecodingError {
        .dataCorruptedError(forKey: key, in: self, debugDescription: reason)
    }
}
