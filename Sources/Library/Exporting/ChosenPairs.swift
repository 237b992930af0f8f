internal import Languages
internal import Notes

/// The pairs that notes of languages are lent with whether they were asked or not: those that their decks chose.
struct ChosenPairs {
    private let choices: [DeckID: AskedLanguages]
    private let usual = AskedLanguages()

    init(_ decks: [Deck]) {
        let shelf = DeckShelf(decks)
        choices = Dictionary(
            uniqueKeysWithValues: decks.map { ($0.id, AskedLanguages(shelf.settings(of: $0))) }
        )
    }

    /// The pairs of a note; where its deck chose all there are, or none that the note has, one stands for them unless one was
    /// asked: nobody learns a note in hundreds of pairs.
    func faces(of note: Note, asked: [Face]) -> [Face] {
        let choice = choices[note.deck] ?? usual
        let chosen =
            choice.choice == .all
            ? [] : choice.choice.pairs(among: note.languages, in: choice.scripts)
        guard chosen.isEmpty, asked.isEmpty else { return chosen.map(Face.init) }
        return LanguageChoice.all.pairs(among: note.languages).prefix(1).map(Face.init)
    }
}
