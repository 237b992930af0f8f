package import Notes
internal import Storage

extension Library {
    /// How many notes each deck has, without its nested decks.
    package func deckSizes() throws(LibraryError) -> [DeckID: Int] {
        try read { try $0.deckCounts().mapValues(\.notes) }
    }

    /// At most `limit` events of the log after `id`, in the order of their ids.
    package func events(after id: EventID?, limit: Int) throws(LibraryError) -> [Event] {
        try read { try $0.events(after: id, limit: limit) }
    }
}
