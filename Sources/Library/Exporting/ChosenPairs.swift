internal import Languages
internal import Notes
internal import Threads

/// The pairs that notes of languages are lent with whether they were asked or not: those that their decks chose.
struct ChosenPairs: Sendable {
    private let choices: [DeckID: AskedLanguages]
    private let usual = AskedLanguages()
    /// Results so far, because most notes of a deck have the same languages.
    private let known = Locked<[Question: [Face]]>([:])

    private struct Question: Hashable {
        let deck: DeckID
        let languages: [LanguageTag]
    }

    init(_ decks: [Deck]) {
        let shelf = DeckShelf(decks)
        choices = Dictionary(
            uniqueKeysWithValues: decks.map { ($0.id, AskedLanguages(shelf.settings(of: $0))) }
        )
    }

    /// The pairs of a note; where its deck chose all there are, or none that the note has, one stands for them unless one was
    /// asked: nobody learns a note in hundreds of pairs.
    func faces(of note: Note, asked: [Face]) -> [Face] {
        let chosen = chosen(Question(deck: note.deck, languages: note.languages))
        guard chosen.isEmpty, asked.isEmpty else { return chosen }
        return LanguageChoice.all.pairs(among: note.languages).prefix(1).map(Face.init)
    }

    private func chosen(_ question: Question) -> [Face] {
        known.withLock { known in
            if let faces = known[question] { return faces }
            let choice = choices[question.deck] ?? usual
            let pairs =
                choice.choice == .all
                ? [] : choice.choice.pairs(among: question.languages, in: choice.scripts)
            let faces = pairs.map(Face.init)
            known[question] = faces
            return faces
        }
    }
}
