internal import Languages
internal import Notes

/// The pairs that notes of languages are lent with whether they were asked or not: those that their decks chose.
struct ChosenPairs {
    private let shelf: DeckShelf
    private var choices: [DeckID: AskedLanguages] = [:]

    init(_ decks: [Deck]) { shelf = DeckShelf(decks) }

    /// The pairs of a note; where its deck chose all there are, or none that the note has, one stands for them unless one was
    /// asked: nobody learns a note in hundreds of pairs.
    mutating func faces(of note: Note, asked: [Face]) -> [Face] {
        let choice = choices[note.deck] ?? choice(of: note.deck)
        choices[note.deck] = choice
        let chosen =
            choice.choice == .all
            ? [] : choice.choice.pairs(among: note.languages, in: choice.scripts)
        guard chosen.isEmpty, asked.isEmpty else { return chosen.map(Face.init) }
        return LanguageChoice.all.pairs(among: note.languages).prefix(1).map(Face.init)
    }

    private func choice(of deck: DeckID) -> AskedLanguages {
        AskedLanguages(shelf.deck(deck).map { shelf.settings(of: $0) } ?? DeckSettings())
    }
}
