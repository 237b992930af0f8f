internal import Notes
internal import Recall
internal import Storage

/// What was known on earlier days, computed from the log with the parameters of now, card by card.
struct PastKnowledge {
    private let days: [Int]
    private let moments: [Int64]
    /// By language, those of each day; an empty language stands for everything.
    private var sums: [String: [KnowledgeSum]] = [:]
    private var note: (id: NoteID, languages: [String: [StudiedFaces]])?

    /// A card as it was on one of the days.
    private struct Look {
        let index: Int
        let progress: Progress
        /// Nil without a memory.
        let recall: Double?
    }

    /// - Parameters:
    ///   - days: In order.
    ///   - offset: How many minutes the learner's clock is ahead of UTC.
    init(on days: [Int], _ boundary: DayBoundary, offset: Int) {
        self.days = days
        moments = days.map { boundary.start(of: $0, offset: offset) }
    }

    /// Adds a card; all cards of a note follow one another.
    mutating func add(_ history: StudiedHistory, by scheduler: Scheduler) {
        if note?.id != history.note {
            finish()
            note = (history.note, [:])
        }
        let looks = looks(at: history, by: scheduler)
        for language in [""] + KnowledgeSum.languages(of: history.face) {
            var faces =
                note?.languages.removeValue(forKey: language)
                ?? [StudiedFaces](repeating: StudiedFaces(), count: days.count)
            for look in looks { faces[look.index].add(look.progress, recall: look.recall) }
            note?.languages[language] = faces
        }
    }

    /// A card on each of the days on which it was no longer new.
    private func looks(at history: StudiedHistory, by scheduler: Scheduler) -> [Look] {
        var events = history.events.standing[...]
        var card = CardHistory(scheduler: scheduler, seed: history.seed)
        var looks: [Look] = []
        for (index, moment) in moments.enumerated() {
            // What happens at the start of a day belongs to it.
            while let event = events.first, event.moment < moment {
                card.add(event)
                events.removeFirst()
            }
            let state = card.state
            guard state.progress > .unseen else { continue }
            var recall: Double?
            if let memory = state.memory, let last = state.lastReview {
                let elapsed = max(Double(moment - last) / 86_400_000, 0)
                recall = scheduler.model.retrievability(of: memory, after: elapsed)
            }
            looks.append(Look(index: index, progress: state.progress, recall: recall))
        }
        return looks
    }

    /// Counts the last note.
    private mutating func finish() {
        guard let note else { return }
        self.note = nil
        for (language, faces) in note.languages {
            var sums =
                self.sums.removeValue(forKey: language)
                ?? [KnowledgeSum](repeating: KnowledgeSum(), count: days.count)
            for index in days.indices { sums[index].add(faces[index]) }
            self.sums[language] = sums
        }
    }

    /// A row for each day and language of which something was known or learned.
    mutating func rows() -> [KnowledgeRow] {
        finish()
        return sums.flatMap { language, sums in
            zip(days, sums).filter { $0.1.known + $0.1.learning > 0 }.map { day, sum in
                KnowledgeRow(
                    day: day,
                    language: language,
                    known: sum.known,
                    learning: sum.learning,
                    recall: sum.recall
                )
            }
        }
    }
}
