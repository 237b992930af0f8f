/// What one sitting of review deals: whose time has come, the most forgotten first, and new cards among them.
///
/// Steps that are over come first, since they were promised for this minute. Of the cards of one note only one is dealt,
/// and none if one of them was answered today already. What was left lying over a holiday is spread over a week.
package struct Queue: Sendable {
    /// A card as the queue sees it.
    package struct Candidate: Sendable {
        /// The card's state.
        package var card: CardState
        /// A number that the cards of one note share.
        package var note: Int64
        /// Whether a card of the note was answered today.
        package var isNoteDone: Bool

        /// Takes what is known of a card.
        package init(card: CardState, note: Int64, isNoteDone: Bool = false) {
            self.card = card
            self.note = note
            self.isNoteDone = isNoteDone
        }
    }

    /// How much a day may hold; learning cards at their steps come on top.
    package struct Limits: Equatable, Sendable {
        /// Cards that are due.
        package var reviews: Int
        /// Notes that are new.
        package var new: Int
        /// How many cards of the backlog were reviewed today already: they count for today's share of it.
        package var backlogDone: Int

        /// Takes what is left of the day.
        package init(reviews: Int = 200, new: Int = 20, backlogDone: Int = 0) {
            self.reviews = max(reviews, 0)
            self.new = max(new, 0)
            self.backlogDone = max(backlogDone, 0)
        }
    }

    private let scheduler: Scheduler
    private let limits: Limits
    private let moment: Int64
    private let offset: Int

    /// Prepares to deal at a moment, with what is left of the day's limits.
    package init(scheduler: Scheduler, limits: Limits, moment: Int64, offset: Int) {
        self.scheduler = scheduler
        self.limits = limits
        self.moment = DayBoundary.limited(moment)
        self.offset = offset
    }

    /// The places of the candidates to deal, the first to be asked first; new ones keep the order they come in.
    package func deal(_ candidates: [Candidate]) -> [Int] {
        var steps: [Waiting] = []
        var due: [Waiting] = []
        var new: [Int] = []
        for (place, candidate) in candidates.enumerated() {
            switch candidate.card.stage {
            case .new: if !candidate.isNoteDone { new.append(place) }
            case .learning, .relearning:
                let moment = candidate.card.due ?? self.moment
                if moment <= self.moment {
                    steps.append(Waiting(place: place, note: candidate.note, order: Double(moment)))
                }
            case .review:
                if !candidate.isNoteDone, isDue(candidate.card) {
                    due.append(waiting(candidate, at: place))
                }
            }
        }
        steps.sort()
        due.sort()

        var notes = Notes()
        let first = notes.firsts(of: steps).map { $0.place }
        let reviews = share(of: notes.firsts(of: due)).map { $0.place }
        let fresh = notes.firsts(of: new.map { Waiting(place: $0, note: candidates[$0].note) })
        return first + Self.mix(reviews, fresh.prefix(limits.new).map { $0.place })
    }

    private var today: Int { scheduler.rules.boundary.day(of: moment, offset: offset) }

    private func isDue(_ card: CardState) -> Bool { daysOverdue(card) >= 0 }

    private func daysOverdue(_ card: CardState) -> Int {
        guard let due = card.due else { return 0 }
        return today - scheduler.rules.boundary.day(of: due, offset: offset)
    }

    private func waiting(_ candidate: Candidate, at place: Int) -> Waiting {
        let days = candidate.card.lastDay.map { max(today - $0, 0) } ?? 0
        let recall = candidate.card.memory.map {
            scheduler.model.retrievability(of: $0, after: Double(days))
        }
        return Waiting(
            place: place,
            note: candidate.note,
            order: recall ?? 0,
            isBacklog: daysOverdue(candidate.card) > 0
        )
    }
}

// MARK: - Limits

extension Queue {
    /// Up to so many cards from days before are no backlog that had to be spread.
    static let smallBacklog = 50

    /// Over how many days a backlog is spread.
    static let daysOfBacklog = 7

    /// How many of the cards from days before are for today: all of a small backlog, a seventh of a large one.
    ///
    /// - Parameters:
    ///   - count: How many there are still.
    ///   - done: How many more there were this morning, which were reviewed since.
    package static func share(ofBacklog count: Int, done: Int = 0) -> Int {
        let whole = count + done
        let share = max(min(whole, smallBacklog), (whole + daysOfBacklog - 1) / daysOfBacklog)
        return min(max(share - done, 0), count)
    }

    /// The day's part of what is due: a share of the backlog and all that is due today, within the limit.
    private func share(of due: [Waiting]) -> [Waiting] {
        var backlog = Self.share(ofBacklog: due.count { $0.isBacklog }, done: limits.backlogDone)
        let share = due.filter { card in
            guard card.isBacklog else { return true }
            backlog -= 1
            return backlog >= 0
        }
        return Array(share.prefix(limits.reviews))
    }

    /// Lays the fewer evenly among the more, beginning with the first list.
    static func mix(_ first: [Int], _ second: [Int]) -> [Int] {
        var mixed: [Int] = []
        var (a, b) = (0, 0)
        while a < first.count || b < second.count {
            // Whichever list is further behind its share of the way goes next.
            let isFirst =
                b == second.count
                || a < first.count && (a + 1) * (second.count + 1) <= (b + 1) * (first.count + 1)
            mixed.append(isFirst ? first[a] : second[b])
            if isFirst { a += 1 } else { b += 1 }
        }
        return mixed
    }
}
