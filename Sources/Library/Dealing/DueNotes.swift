internal import Notes
internal import Storage

/// What is due on a day of some decks, as positions in a list of cards: one card of each note, the one that a session deals.
///
/// A card whose learning step is over comes before the note's other cards, a card whose step ends later that day before
/// those that are due by their schedules, and among equals the most overdue one comes first.
struct DueNotes {
    /// The cards whose step is over.
    private(set) var steps: [Int] = []
    /// The cards whose step ends later that day.
    private(set) var waiting: [Int] = []
    /// The cards due by their schedules, of notes that were not reviewed that day.
    private(set) var reviews: [Int] = []

    /// - Parameter positions: Those of the cards due on that day, in order of their due dates.
    init(_ positions: [Int], in cards: [DueCard], on day: DealingDay) {
        let now = day.moment.milliseconds
        var notes: Set<NoteID> = []
        for position in positions where cards[position].isAtStep && cards[position].due <= now {
            if notes.insert(cards[position].note).inserted { steps.append(position) }
        }
        for position in positions where cards[position].isAtStep && cards[position].due > now {
            if notes.insert(cards[position].note).inserted { waiting.append(position) }
        }
        for position in positions
        where !cards[position].isAtStep && !day.notesDone.contains(cards[position].note) {
            if notes.insert(cards[position].note).inserted { reviews.append(position) }
        }
    }

    func notes(in cards: [DueCard]) -> Set<NoteID> {
        Set((steps + waiting + reviews).lazy.map { cards[$0].note })
    }

    /// The cards whose step ends so soon that they wait in the session.
    func soon(in cards: [DueCard], on day: DealingDay) -> [DueCard] {
        let end = day.moment.milliseconds + DealingDay.stepWindow
        return waiting.lazy.map { cards[$0] }.filter { $0.due <= end }
    }

    mutating func remove(_ removed: Set<Int>) {
        steps.removeAll { removed.contains($0) }
        reviews.removeAll { removed.contains($0) }
    }
}
