internal import LibraryValues
internal import Notes
internal import Recall
internal import Storage

extension Library {
    /// Stores what is known today, once a day, and computes what was known before the first such day, a day a week, where the
    /// log of that time has changed.
    ///
    /// - Parameter minutes: How far the learner's clock is ahead of UTC.
    package func recordKnowledge(timeZoneOffset minutes: Int) throws(LibraryError) {
        let moment = now()
        let (boundary, first) = try read { reader in
            (try reader.settings().rules.boundary, try reader.firstObservedKnowledge())
        }
        let today = boundary.day(of: moment.milliseconds, offset: minutes)
        try recordKnowledge(on: today, timeZoneOffset: minutes)
        let end = min(first ?? today, today)
        try computeKnowledge(before: end, boundary, timeZoneOffset: minutes)
    }

    private func recordKnowledge(
        on today: Int,
        timeZoneOffset minutes: Int
    ) throws(LibraryError) {
        guard try read({ try $0.knowledge(on: today...today) }).isEmpty,
            let statistics = try statistics(timeZoneOffset: minutes, keepsCards: false)
        else { return }
        let words = [statistics.notes] + statistics.languages
        let rows = words.filter { $0.known + $0.learning > 0 }.map { words in
            KnowledgeRow(
                day: today,
                language: words.language ?? "",
                known: words.known,
                learning: words.learning,
                recall: words.knowledge
            )
        }
        guard !rows.isEmpty else { return }
        try write { try $0.insertKnowledge(rows, isComputed: false) }
    }

    /// Few enough notes that a request which needs the same thread does not wait noticeably.
    private static let notesAtOnce = 500

    private func computeKnowledge(
        before end: Int,
        _ boundary: DayBoundary,
        timeZoneOffset minutes: Int
    ) throws(LibraryError) {
        let (count, known, first) = try read { reader in
            (
                try reader.talliedReviewCount(before: end),
                try reader.setting(.pastKnowledge), try reader.firstTalliedDay()
            )
        }
        let basis = "\(Self.ruleVersion) \(count)"
        guard let first, first < end, basis != known else { return }
        // Backwards from the end, so that the computed days join the observed ones.
        let days = Array(stride(from: end - 7, to: max(first, end - Self.mostDays), by: -7))
        var past = PastKnowledge(on: days.reversed(), boundary, offset: minutes)
        var last: NoteID?
        while true {
            let histories = try read { reader in
                var schedulers = try Schedulers(reader)
                let histories = try reader.studiedHistories(after: last, limit: Self.notesAtOnce)
                for history in histories {
                    past.add(history, by: try schedulers.scheduler(for: history.deck, in: reader))
                }
                return histories
            }
            guard let note = histories.last?.note else { break }
            last = note
        }
        let rows = past.rows()
        try write { writer in
            try writer.deleteComputedKnowledge()
            try writer.insertKnowledge(rows, isComputed: true)
            try writer.set(.pastKnowledge, to: basis)
        }
    }

    /// The version of the rule for what is known and learned; another one computes the past anew.
    private static let ruleVersion = 2

    /// No further back than some decades, which a wrong clock could have put into a log.
    private static let mostDays = 40 * 365
}
