internal import LibraryValues
internal import Notes
internal import Recall
internal import Storage

/// What there is to study today, counted by indexes alone.
struct DueCounts {
    /// Of each deck with its subdecks, in the order of `DeckHierarchy.decks`.
    let decks: [TodayCounts]
    /// Of all decks together, under a single limit.
    let all: TodayCounts

    /// Counts of some decks, each note once.
    private struct Count {
        var steps = 0
        var backlog = 0
        var today = 0
        var new = 0
        var waiting = 0
        var nextStep: Int64 = .max

        static func += (left: inout Count, right: Count) {
            left.steps += right.steps
            left.backlog += right.backlog
            left.today += right.today
            left.new += right.new
            left.waiting += right.waiting
            left.nextStep = min(left.nextStep, right.nextStep)
        }

        /// What of it a review deals.
        func today(within limits: ReviewQueue.Limits) -> TodayCounts {
            let share = ReviewQueue.backlogShare(of: backlog, reviewed: limits.backlogReviewed)
            return TodayCounts(
                due: steps + min(share + today, limits.reviews),
                new: min(new, limits.new),
                backLater: waiting,
                nextBack: waiting > 0 ? Moment(milliseconds: nextStep) : nil
            )
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
        let doneByDeck = day.doneByDeck
        let done = hierarchy.totals(DealingDay.Done(), of: doneByDeck) { $0 += $1 }
        decks = totals.indices.map { totals[$0].today(within: done[$0].limits(settings[$0])) }
        let total = counts.values.reduce(into: Count()) { $0 += $1 }
        // Without decks in the bin, as in a session over all decks.
        let allDone = hierarchy.decks.compactMap { doneByDeck[$0.id] }
            .reduce(into: DealingDay.Done()) { $0 += $1 }
        all = total.today(within: allDone.limits(library))
    }

    /// Of a deck with its subdecks, or of all decks together.
    func counts(of position: Int?) -> TodayCounts { position.map { decks[$0] } ?? all }

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
                if card.due <= day.moment.milliseconds {
                    count.steps += 1
                } else {
                    count.waiting += 1
                    count.nextStep = min(count.nextStep, card.due)
                }
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
