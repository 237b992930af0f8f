internal import Notes
internal import Recall
internal import Storage

/// How much a review of each deck would deal today, counted by indexes alone.
struct DueCounts {
    /// Due cards, in the order of `DeckHierarchy.decks`.
    let due: [Int]
    /// New notes, in the same order.
    let new: [Int]
    /// Due cards of all decks together, under a single limit.
    let totalDue: Int
    /// New notes of all decks together, under a single limit.
    let totalNew: Int

    /// Counts of some decks, each note once.
    private struct Count {
        var steps = 0
        var backlog = 0
        var today = 0
        var new = 0

        static func += (left: inout Count, right: Count) {
            left.steps += right.steps
            left.backlog += right.backlog
            left.today += right.today
            left.new += right.new
        }

        /// How many of the due cards a review deals.
        func due(within limits: ReviewQueue.Limits) -> Int {
            let share = ReviewQueue.backlogShare(of: backlog, reviewed: limits.backlogReviewed)
            return steps + min(share + today, limits.reviews)
        }
    }

    init(
        _ hierarchy: DeckHierarchy,
        _ day: DealingDay,
        _ library: StudySettings,
        _ reader: borrowing some Reading & ~Copyable
    ) throws {
        let settings = hierarchy.decks.map { library.applying(hierarchy.settings(of: $0)) }
        let buried = try reader.notesBuried(at: day.moment)
        let mostNew = settings.map(\.newLimit).max() ?? 0
        let start = Moment(milliseconds: .min)
        let cards = Dictionary(
            grouping: try reader.dueCards(
                in: hierarchy.decks.map(\.id),
                start..<day.evening,
                at: day.moment
            ),
            by: \.deck
        )
        var counts: [DeckID: Count] = [:]
        for deck in hierarchy.decks {
            var count = Count()
            let due = Self.count(cards[deck.id] ?? [], on: day, into: &count)
            // Counts beyond any limit do not matter.
            let enough = mostNew + day.notesDone.count + buried.count + due.count
            count.new =
                mostNew == 0
                ? 0
                : try reader.notes(in: .deck(deck.id), order: .leastIntroduced, limit: enough)
                    .count {
                        !due.contains($0.note) && !day.notesDone.contains($0.note)
                            && !buried.contains($0.note)
                    }
            counts[deck.id] = count
        }

        let totals = hierarchy.totals(Count(), of: counts) { $0 += $1 }
        let done = hierarchy.totals(DealingDay.Done(), of: day.doneByDeck) { $0 += $1 }
        let limits = settings.indices.map { done[$0].limits(settings[$0]) }
        due = totals.indices.map { totals[$0].due(within: limits[$0]) }
        let all = counts.values.reduce(into: Count()) { $0 += $1 }
        let allDone = day.doneByDeck.values.reduce(into: DealingDay.Done()) { $0 += $1 }
        totalDue = all.due(within: allDone.limits(library))
        totalNew = min(all.new, allDone.limits(library).new)
        new = totals.indices.map { min(totals[$0].new, limits[$0].new) }
    }

    /// Counts the due cards of one deck without its nested decks, and returns their notes.
    private static func count(
        _ cards: [DueCard],
        on day: DealingDay,
        into count: inout Count
    ) -> Set<NoteID> {
        var notes: Set<NoteID> = []
        var overdue: [DueCard] = []
        for card in cards {
            if card.isAtStep {
                guard notes.insert(card.note).inserted else { continue }
                if card.due <= day.moment.milliseconds { count.steps += 1 }
            } else {
                overdue.append(card)
            }
        }
        for card in overdue where notes.insert(card.note).inserted {
            guard !day.notesDone.contains(card.note) else { continue }
            if day.isBefore(card.due) { count.backlog += 1 } else { count.today += 1 }
        }
        return notes
    }
}
