internal import Notes
internal import Recall
internal import SQLite
internal import Threads

/// The studied cards of a library in memory, for all its readers.
final class StudiedCardCache: Sendable {
    private struct Content {
        /// In the order of notes.
        var cards: [StudiedCard]
        var names: StudiedCardNames
        /// How many transactions had ended when they were read; some later ones may be included.
        var number: Int
    }

    private let content = Locked<Content?>(nil)

    /// A library with more cards reads them each time.
    private static let most = (32 << 20) / MemoryLayout<StudiedCard>.stride

    func discard() { content.withLock { $0 = nil } }

    /// The cards as the reader sees them; nil if they are not kept.
    ///
    /// - Parameter canRead: Whether to read all cards if none are kept.
    func cards(
        for reader: borrowing Reader,
        canRead: Bool
    ) throws -> (cards: [StudiedCard], names: StudiedCardNames)? {
        try content.withLock { content in
            guard let position = try reader.settledPosition() else { return nil }
            if let number = content?.number,
                let rows = position.rows(since: min(number, position.number))
            {
                let notes = try reader.notes(changedBy: rows)
                if notes.count > 0 { try Self.replaceCards(of: notes, in: &content, reader) }
                content?.number = position.number
            } else {
                content = nil
                content = try canRead ? Self.read(reader, position.number) : nil
            }
            return content.map { ($0.cards, $0.names) }
        }
    }

    /// All cards; nil if they are too many.
    private static func read(_ reader: borrowing Reader, _ number: Int) throws -> Content? {
        let count = try reader.connection.row("SELECT count(*) FROM card") { $0.int(0) } ?? 0
        guard count <= most else { return nil }
        var names = StudiedCardNames()
        var cards: [StudiedCard] = []
        cards.reserveCapacity(count)
        try reader.addFaces(to: &names)
        try reader.forEachStoredCard(in: .library, &names) { card, _ in cards.append(card) }
        names.removeCards()
        return Content(cards: cards, names: names, number: number)
    }

    private static func replaceCards(
        of notes: RowIDSet,
        in content: inout Content?,
        _ reader: borrowing Reader
    ) throws {
        guard var new = content else { return }
        // So that the cards are changed in place, and gone if reading fails.
        content = nil
        let changed = notes.ids.map { NoteID(rawValue: $0) }.sorted()
        var added: [StudiedCard] = []
        try reader.addFaces(of: changed, to: &new.names)
        try reader.forEachStoredCard(in: .cards(decks: [], notes: changed), &new.names) { card, _ in
            added.append(card)
        }
        new.names.removeCards()
        if !new.cards.overwrite(changed, with: added) {
            new.cards.removeAll { notes.contains($0.note.rawValue) }
            new.cards.merge(added)
        }
        content = new
    }
}

// All cards are in the order of notes.
extension [StudiedCard] {
    /// Replaces the cards of some notes by others; false if a note has another number of them, which means to move the rest.
    fileprivate mutating func overwrite(_ notes: [NoteID], with others: [StudiedCard]) -> Bool {
        var positions: [Int] = []
        for note in notes {
            let start = partitioningIndex { $0.note >= note }
            positions += (start..<count).prefix { self[$0].note == note }
        }
        guard positions.map({ self[$0].note }) == others.map(\.note) else { return false }
        for (position, card) in zip(positions, others) { self[position] = card }
        return true
    }

    /// Adds the cards of other notes.
    fileprivate mutating func merge(_ others: [StudiedCard]) {
        var (left, right) = (count, others.count)
        append(contentsOf: others)
        for position in indices.reversed() where right > 0 {
            if left > 0, self[left - 1].note > others[right - 1].note {
                left -= 1
                self[position] = self[left]
            } else {
                right -= 1
                self[position] = others[right]
            }
        }
    }
}
