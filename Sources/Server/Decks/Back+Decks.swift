import HTTP
import Library
import Notes
import Pages

extension Back {
    /// The same after a deck got another name, or went without an heir.
    ///
    /// A session that named the deck is led to the new name, with the decks inside it; one that named nothing else leads
    /// home.
    func following(_ deck: DeckName, to heir: DeckName?) -> Back {
        guard let target = try? RequestTarget(path),
            case .study(let mode, let source)? = Route(
                segments: target.path,
                query: target.query.items.map { ($0.name, $0.value) }
            )
        else { return self }
        let decks = source.decks.compactMap { text -> String? in
            guard let name = DeckName(text), deck.includes(name) else { return text }
            return heir.map {
                ($0.levels + name.levels.dropFirst(deck.levels.count)).joined(separator: "::")
            }
        }
        guard decks != source.decks else { return self }
        guard !(decks.isEmpty && source.tags.isEmpty && source.query == nil) else {
            return Back(.home)
        }
        return Back(.study(mode, Source(decks: decks, tags: source.tags, query: source.query)))
    }
}
