internal import LibraryValues
internal import Notes

extension StudySettings {
    /// Raises the daily limits to the highest ones of some decks, because they bound every deck.
    ///
    /// Anki has no limits for all decks together. Decks with its usual limits get them as their own, so that they do not rise.
    mutating func raiseLimits(to decks: inout [ImportDeck]) {
        raise(\.newLimit, to: \.newLimit, of: &decks)
        raise(\.reviewLimit, to: \.reviewLimit, of: &decks)
    }

    private mutating func raise(
        _ limit: WritableKeyPath<StudySettings, Int>,
        to own: WritableKeyPath<DeckSettings, Int?>,
        of decks: inout [ImportDeck]
    ) {
        let usual = self[keyPath: limit]
        let highest = decks.compactMap { $0.settings[keyPath: own] }.max() ?? usual
        guard highest > usual else { return }
        self[keyPath: limit] = highest
        for index in decks.indices where decks[index].settings[keyPath: own] == nil {
            decks[index].settings[keyPath: own] = usual
        }
    }
}
