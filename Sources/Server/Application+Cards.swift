import HTTP
import Library
import Notes
import Pages

extension CardsRoute {
    /// What can be done at this address.
    var methods: [Method] {
        switch self {
        case .actions, .undo, .redo: [.post]
        case .list, .history: [.get]
        case .newNote, .note, .bin, .newDeck, .deck: [.get, .post]
        }
    }

    /// How much of a request's body is worth reading.
    var bodyLimit: Int {
        switch self {
        case .newNote, .note: 4 << 20
        default: 1 << 20
        }
    }
}

extension Application {
    /// Looks at or changes notes, cards and decks.
    func cards(_ route: CardsRoute, _ request: Request) throws -> Response {
        switch route {
        case .actions: try act(request)
        case .undo: try turn(request, isUndoing: true)
        case .redo: try turn(request, isUndoing: false)
        case .list, .newNote, .note, .history, .bin, .newDeck, .deck:
            throw HTTPError(.notFound, "There is nothing at this address.")
        }
    }
}
