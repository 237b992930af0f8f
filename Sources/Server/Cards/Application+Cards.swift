import HTTP
import Notes
import Pages

extension Application {
    /// Shows or changes notes, cards and decks.
    func cards(_ route: CardsRoute, _ request: Request) throws -> Response {
        let isPost = request.method == .post
        switch route {
        case .list(let query, let sort, let after, let isSelecting, let done):
            return try list(
                query: query,
                sort: sort,
                after: after,
                isSelecting: isSelecting,
                done: done,
                for: request
            )
        case .selection(let back): return try actOnSelection(back: back, request)
        case .replace(_, let back) where isPost: return try replace(back: back, request)
        case .replace(let query, let back): return try replacing(query: query, back: back)
        case .drafts(_, let back) where isPost: return try saveDrafts(back: back, request)
        case .drafts(let notes, let back): return try drafts(for: notes, back: back)
        case .newNote(_, _, let back, _) where isPost:
            return try takeNote(nil, back: back, request)
        case .newNote(let deck, let type, let back, let done):
            return try newNote(deck: deck, type: type, back: back, done: done)
        case .note(let note, let back) where isPost:
            return try takeNote(note, back: back, request)
        case .note(let note, let back): return try editNote(note, back: back)
        case .card(let note, let face, let back):
            return try card(note, face: face, back: back)
        case .log(let note, let face): return try cardLog(CardID(note: note, face: face))
        case .actions: return try act(request)
        case .undo: return try undoOrRedo(request, isUndoing: true)
        case .redo: return try undoOrRedo(request, isUndoing: false)
        case .history(let done): return try history(done: done)
        case .bin where isPost: return try changeBin(request)
        case .bin(let after, let done): return try bin(after: after, done: done)
        case .types(let done): return try types(done: done)
        case .newType(let type, let back) where isPost:
            return try takeType(type, isNew: true, back: back, request)
        case .newType(let type, let back): return try self.type(type, isNew: true, back: back)
        case .type(let type, let back) where isPost:
            return try takeType(type, isNew: false, back: back, request)
        case .type(let type, let back): return try self.type(type, isNew: false, back: back)
        case .tags(let done): return try tags(done: done)
        case .tag(let tag, let back) where isPost:
            return try changeTag(tag, back: back, request)
        case .tag(let tag, let back): return try self.tag(tag, back: back)
        case .decks(let done): return try decks(done: done)
        case .starters: return isPost ? try addStarter(request) : try starters()
        case .newDeck(_, let back) where isPost: return try makeDeck(back: back, request)
        case .newDeck(let inside, let back): return try newDeck(inside: inside, back: back)
        case .deck(let deck, let done): return try self.deck(deck, done: done)
        case .deckOptions(let deck, let back) where isPost:
            return try changeDeck(deck, back: back, request)
        case .deckOptions(let deck, let back):
            return try deckOptions(deck, back: back)
        }
    }
}
