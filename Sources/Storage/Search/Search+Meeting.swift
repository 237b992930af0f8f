internal import Notes
internal import SQLite

extension Reading where Self: ~Copyable {
    /// The most notes that are found by their words alone.
    private static var mostMet: Int { 20_000 }
    /// How many cards can be read from an index while the cards of one note are looked up.
    private static var cardsToNote: Int { 5 }

    /// All notes of a way, in order, where its words and its cards are best found by themselves; nil where they are not.
    ///
    /// To look up the cards of each note of a common word takes longer.
    func notesMet(by way: SearchStatement, _ order: PageOrder) throws -> [NoteID]? {
        guard way.others.count == 1 else { return nil }
        let cards = way.ofCards(from: way.others[0])
        guard cards.costOfTests == 0 else { return nil }
        let words = try ids(way.ofWords.inOrder(order.fromTheBeginning, limit: Self.mostMet))
        guard words.count < Self.mostMet else { return nil }
        var left = words.count * Self.cardsToNote
        if let more = cards.row(behind: left), try number(more) > 0 { return nil }
        var areMet = [Bool](repeating: false, count: words.count)
        try connection.forEach(
            cards.someOfAll,
            whileWanted: { row in
                let place = words.place(of: row.id(0), order)
                if place < words.count, words[place] == row.id(0) { areMet[place] = true }
                left -= 1
                return left > 0
            }
        )
        return left > 0 ? zip(words, areMet).filter(\.1).map(\.0) : nil
    }
}

extension [NoteID] {
    /// Where a note stands, or would stand, in an order in which they are.
    fileprivate func place(of note: NoteID, _ order: PageOrder) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if order.areInOrder(self[middle], note) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
