/// Selects and orders the cards of a review session: due cards, the most forgotten first, and new cards among them.
///
/// Cards at a step that is over come first, because that step was to take only minutes. Of each note only one card is
/// dealt.
package struct ReviewQueue: Sendable {
    /// A card that may be dealt.
    package struct Candidate: Sendable {
        package var card: CardState
        /// A number shared by the cards of one note.
        package var note: Int64
        /// Predicts its recall; nil for a new card.
        package var model: MemoryModel?
        /// The positions of the limits that it counts towards.
        package var limits: [Int]

        package init(
            card: CardState,
            note: Int64,
            model: MemoryModel? = nil,
            limits: [Int]
        ) {
            self.card = card
            self.note = note
            self.model = model
            self.limits = limits
        }
    }

    /// How many cards may still be dealt today; cards at their steps are not limited.
    package struct Limits: Equatable, Sendable {
        /// Due cards.
        package var reviews: CardLimits
        package var new: CardLimits

        package init(reviews: CardLimits, new: CardLimits) {
            self.reviews = reviews
            self.new = new
        }
    }

    private let boundary: DayBoundary
    private let limits: Limits
    private let moment: Int64
    private let offset: Int

    package init(boundary: DayBoundary, limits: Limits, moment: Int64, offset: Int) {
        self.boundary = boundary
        self.limits = limits
        self.moment = DayBoundary.clamped(moment)
        self.offset = offset
    }

    /// The indices of the candidates to deal, in the order of dealing; new cards keep the order of the candidates.
    package func deal(_ candidates: [Candidate]) -> [Int] {
        var steps: [Entry] = []
        var due: [Entry] = []
        var new: [Int] = []
        for (index, candidate) in candidates.enumerated() {
            switch candidate.card.stage {
            case .new: new.append(index)
            case .learning, .relearning:
                let moment = candidate.card.due ?? self.moment
                if moment <= self.moment {
                    steps.append(
                        Entry(index: index, note: candidate.note, priority: Double(moment))
                    )
                }
            case .review:
                if isDue(candidate.card) { due.append(entry(for: candidate, at: index)) }
            }
        }
        steps.sort()
        due.sort()

        var notes = DealtNotes()
        var limits = self.limits
        let first = notes.firsts(of: steps).map { $0.index }
        let reviews = notes.firsts(of: due).map { $0.index }.filter {
            limits.reviews.take(towards: candidates[$0].limits)
        }
        let fresh = notes.firsts(of: new.map { Entry(index: $0, note: candidates[$0].note) })
            .map { $0.index }.filter { limits.new.take(towards: candidates[$0].limits) }
        return first + Self.interleave(reviews, fresh)
    }

    private var today: Int { boundary.day(of: moment, offset: offset) }

    private func isDue(_ card: CardState) -> Bool {
        guard let due = card.due else { return true }
        return boundary.day(of: due, offset: offset) <= today
    }

    private func entry(for candidate: Candidate, at index: Int) -> Entry {
        let days = candidate.card.lastDay.map { max(today - $0, 0) } ?? 0
        let recall = candidate.card.memory.flatMap {
            candidate.model?.retrievability(of: $0, after: Double(days))
        }
        return Entry(index: index, note: candidate.note, priority: recall ?? 0)
    }
}

// MARK: - Spreading

extension ReviewQueue {
    /// A backlog of up to this many cards is not spread.
    static let smallBacklog = 50

    /// Over how many days a backlog is spread.
    static let backlogDays = 7

    /// How many due cards are to be reviewed today: as many as became due today, and all of a small backlog or a seventh of a
    /// large one.
    ///
    /// - Parameters:
    ///   - today: How many cards became due today and are left.
    ///   - backlog: How many were due on earlier days and are left.
    ///   - reviewed: How many of the backlog were reviewed today already.
    package static func share(ofToday today: Int, backlog: Int, reviewed: Int) -> Int {
        let whole = backlog + reviewed
        let share = max(min(whole, smallBacklog), (whole + backlogDays - 1) / backlogDays)
        return max(share - reviewed + today, 0)
    }

    /// Distributes the shorter list evenly over the longer one, starting with the first list.
    static func interleave(_ first: [Int], _ second: [Int]) -> [Int] {
        var mixed: [Int] = []
        var (a, b) = (0, 0)
        while a < first.count || b < second.count {
            // The list that has given the smaller part of its elements is next.
            let isFirst =
                b == second.count
                || a < first.count && (a + 1) * (second.count + 1) <= (b + 1) * (first.count + 1)
            mixed.append(isFirst ? first[a] : second[b])
            if isFirst { a += 1 } else { b += 1 }
        }
        return mixed
    }
}
