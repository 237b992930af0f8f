package import Notes
internal import Storage

// What other programs ask for one by one.

extension Library {
    /// How many notes lie in each deck itself.
    package func deckSizes() throws(LibraryError) -> [DeckID: Int] {
        try translatingErrors { try database.read { try $0.deckCounts().mapValues(\.notes) } }
    }

    /// Events of the log in the order of their ids, from the one after `id` on; at most `limit`.
    package func events(after id: EventID?, limit: Int) throws(LibraryError) -> [Event] {
        try translatingErrors { try database.read { try $0.events(after: id, limit: limit) } }
    }
}
