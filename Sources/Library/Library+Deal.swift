internal import Languages
package import Notes
public import Recall
internal import Storage

extension Library {
    /// The most cards that one session is dealt.
    public static let largestDeal = 200

    /// Deals a session over a deck and those inside it, one card a note; nil where there is no such deck.
    ///
    /// A deck larger than a deal is browsed from its start; in the other modes those notes come that were never
    /// answered, or longest ago. Cards lie in the order of the deck.
    public func deal(_ mode: Mode, deck name: String) throws(LibraryError) -> Deal? {
        guard let name = DeckName(name) else { return nil }
        var generator = SystemRandomNumberGenerator()
        return try deal(mode, deck: name, using: &generator)
    }

    /// Deals a session whose choice among the faces of a note comes from `generator`.
    package func deal(
        _ mode: Mode,
        deck name: DeckName,
        using generator: inout some RandomNumberGenerator
    ) throws(LibraryError) -> Deal? {
        let moment = now()
        return try translatingErrors {
            try database.read { reader in
                let shelf = DeckShelf(try reader.decks())
                guard let deck = shelf.deck(named: name) else { return nil }
                var questions = Questions(
                    types: try reader.noteTypes(),
                    choosing: shelf.settings(of: deck).languageChoice ?? .all,
                    in: deck.name
                )
                var dealt: [(note: Note, card: DealtCard)] = []
                for id in try candidates(in: deck, for: mode, with: reader)
                where dealt.count < Self.largestDeal {
                    guard let note = try reader.note(id) else { continue }
                    let suspended = try reader.suspendedFaces(of: id)
                    if let card = questions.card(of: note, without: suspended, using: &generator) {
                        dealt.append((note, card))
                    }
                }
                dealt.sort { ($0.note.made, $0.note.id) < ($1.note.made, $1.note.id) }
                return Deal(
                    library: identity,
                    at: moment,
                    mode: mode,
                    deck: deck.name.text,
                    cards: dealt.map(\.card)
                )
            }
        }
    }

    /// More notes than are dealt, because not every note has a card to show; a bound keeps a huge deck of such from
    /// being read through.
    private func candidates(
        in deck: Deck,
        for mode: Mode,
        with reader: borrowing Reader
    ) throws -> [NoteID] {
        try reader.notes(
            in: deck.name,
            order: mode == .browse ? .made : .longestUnanswered,
            limit: 5 * Self.largestDeal
        )
    }
}
