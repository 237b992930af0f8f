internal import Languages
internal import Notes
internal import Threads

/// The pairs of languages that decks chose: their cards are exported whether they were asked or not.
final class ChosenPairs: Sendable {
    private let choices: [DeckID: AskedLanguages]
    private let usual = AskedLanguages()
    /// Most notes of a deck have the same languages.
    private let cache = Locked<[Question: [Face]]>([:])

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

    /// The pairs of a note; where its deck chose all pairs, or none that the note has, a single one unless one was asked:
    /// nobody learns a note in hundreds of pairs.
    func faces(of note: Note, asked: [Face]) -> [Face] {
        let chosen = chosen(Question(deck: note.deck, languages: note.languages))
        guard chosen.isEmpty, asked.isEmpty else { return chosen }
        return LanguageChoice.all.pairs(among: note.languages).prefix(1).map(Face.init)
    }

    private func chosen(_ question: Question) -> [Face] {
        cache.withLock { cache in
            if let faces = cache[question] { return faces }
            let choice = choices[question.deck] ?? usual
            let pairs =
                choice.choice == .all
                ? [] : choice.choice.pairs(among: question.languages, in: choice.scripts)
            let faces = pairs.map(Face.init)
            cache[question] = faces
            return faces
        }
    }
}
