internal import Notes
internal import Storage

/// What is due on a day in one deck, without its subdecks.
struct DueNotes {
    /// How many notes are due, each counted once.
    struct Count {
        /// At a step that is over.
        var steps = 0
        /// At a step that ends later that day.
        var waiting = 0
        /// When the first of these ends.
        var nextStep: Int64 = .max
        /// Since an earlier day.
        var backlog = 0
        /// Since that day began.
        var today = 0

        static func += (left: inout Count, right: Count) {
            left.steps += right.steps
            left.waiting += right.waiting
            left.nextStep = min(left.nextStep, right.nextStep)
            left.backlog += right.backlog
            left.today += right.today
        }
    }

    let cards: [DueCard]
    /// The notes of these cards.
    private(set) var notes: Set<NoteID> = []
    private(set) var count = Count()

    init(_ cards: [DueCard], on day: DealingDay) {
        self.cards = cards
        for card in cards where card.isAtStep && notes.insert(card.note).inserted {
            if card.due <= day.moment.milliseconds {
                count.steps += 1
            } else {
                count.waiting += 1
                count.nextStep = min(count.nextStep, card.due)
            }
        }
        for card in cards where !card.isAtStep && notes.insert(card.note).inserted {
            guard !day.notesDone.contains(card.note) else { continue }
            if day.isBefore(card.due) { count.backlog += 1 } else { count.today += 1 }
        }
    }
}
