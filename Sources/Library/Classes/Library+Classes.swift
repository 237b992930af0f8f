package import LibraryValues
package import Notes
internal import Storage

extension Library {
    /// The decks that hold an edition of a class's deck, by the classes.
    package func classDecks() throws(LibraryError) -> [Int64: Deck] {
        try read { reader in
            Dictionary(
                try reader.decks().compactMap { deck in
                    deck.settings.edition.map { ($0.publication, deck) }
                },
                uniquingKeysWith: { first, _ in first }
            )
        }
    }

    /// How far the learner is with a deck; nil where there is no such deck.
    ///
    /// - Parameter minutes: How far the learner's clock is ahead of UTC.
    package func classProgress(
        in id: DeckID,
        timeZoneOffset minutes: Int
    ) throws(LibraryError) -> ClassProgress? {
        guard let overview = try overview(of: id, timeZoneOffset: minutes) else { return nil }
        let decks = [id] + overview.subdecks.map(\.id)
        let answers = try read { reader in
            var answers = 0
            let days = overview.day - 6...overview.day + 1
            try reader.forEachTally(in: .cards(decks: decks, notes: []), days) {
                answers += $0.tally.answers
            }
            return answers
        }
        return ClassProgress(
            notes: overview.deck.notes,
            known: overview.deck.known,
            due: overview.deck.today.due,
            answers: answers
        )
    }

    /// The pictures and sounds among these that the library has under other content, or not at all.
    package func lacking(_ media: [String: MediaHash]) throws(LibraryError) -> [String] {
        try read { reader in
            try media.filter { try reader.mediaHash(named: $0.key) != $0.value }.keys.sorted()
        }
    }

    /// A name for a new deck that no deck has yet.
    package func freeDeckName(for name: DeckName) throws(LibraryError) -> DeckName {
        try read { reader in
            let taken = Set(try reader.decks().map(\.name.key))
            var (free, stem, number) = (name, name.text, 2)
            while taken.contains(free.key) {
                if let next = DeckName("\(stem) \(number)") {
                    (free, number) = (next, number + 1)
                } else {
                    // Too long with its number.
                    stem.removeLast()
                }
            }
            return free
        }
    }
}
