import HTTP
import LibraryValues
import Notes
import Pages

extension ReturnPath {
    /// The same after a deck was renamed, or deleted.
    ///
    /// A session of the deck, or of decks inside it, leads to the new name; one of nothing but deleted decks leads home.
    func following(_ deck: DeckName, to newName: DeckName?) -> ReturnPath {
        guard let target = try? RequestTarget(String(pathOfOne)),
            case .study(let mode, let source)? = Route(target)
        else { return self }
        let decks = source.decks.compactMap { text -> String? in
            guard let name = DeckName(text), deck.includes(name) else { return text }
            return newName.map {
                ($0.levels + name.levels.dropFirst(deck.levels.count)).joined(separator: "::")
            }
        }
        guard decks != source.decks else { return self }
        guard !(decks.isEmpty && source.tags.isEmpty && source.query == nil) else {
            return ReturnPath(.home)
        }
        return ReturnPath(
            .study(mode, Source(decks: decks, tags: source.tags, query: source.query))
        )
    }
}
