import HTTP
import Languages
import Library
import Notes
import Recall

/// What `POST /study/cards` takes: which cards of a session a browser wants whole.
struct CardWish: Decodable, Addressed {
    /// More than this in one request is refused whole.
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
        cards = try fields.decode([WrittenCard].self, forKey: .cards).map(\.id)
    }

    /// Reads the body of a request; the error says what is wrong with it.
    static func decode(_ request: Request) throws(HTTPError) -> CardWish {
        let wish: CardWish = try request.decodeJSON(
            "The body is not a JSON object with library, epoch, mode and a list of cards."
        )
        guard wish.cards.count <= maximumCount else {
            throw HTTPError(.badRequest, "At most \(maximumCount) cards go into one request.")
        }
        return wish
    }
}

/// What `POST /study/{mode}` takes: which cards the session has, and what it wants more of.
struct TopUp: Decodable, Addressed {
    /// No session has more cards than this.
    static let maximumCount = Session.largestDeal

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
        cards = try fields.decode([WrittenCard].self, forKey: .have).map(\.id)
        extra = try fields.decodeIfPresent(String.self, forKey: .extra).map { text in
            guard let extra = Library.Extra(rawValue: text) else {
                throw fields.corruption(.extra, "“\(text.prefix(80))” is nothing there is more of.")
            }
            return extra
        }
    }

    /// Reads the body of a request; the error says what is wrong with it.
    static func decode(_ request: Request) throws(HTTPError) -> TopUp {
        let wish: TopUp = try request.decodeJSON(
            "The body is not a JSON object with library, epoch and a list of cards to have."
        )
        guard wish.cards.count <= maximumCount else {
            throw HTTPError(.badRequest, "A session has at most \(maximumCount) cards.")
        }
        return wish
    }
}

extension KeyedDecodingContainer {
    fileprivate func decodeMode(forKey key: Key) throws -> Mode {
        let text = try decode(String.self, forKey: key)
        guard let mode = Mode(name: text) else {
            throw corruption(key, "“\(text.prefix(80))” is no mode.")
        }
        return mode
    }

    fileprivate func corruption(_ key: Key, _ reason: String) -> DecodingError {
        .dataCorruptedError(forKey: key, in: self, debugDescription: reason)
    }
}
