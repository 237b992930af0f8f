internal import Languages
package import LibraryValues
package import Notes
package import Recall
internal import RecallTraining
internal import Storage
internal import Threads

/// What fitting the scheduler to a log has found.
package struct SchedulerFit: Sendable {
    let deck: DeckID?
    let fit: Fit
    let report: SchedulerReport
}

extension Library {
    /// Fits the scheduler to the log, which changes nothing yet; nil if the deck is gone.
    ///
    /// - Parameters:
    ///   - deck: Gets parameters of its own; nil for those of the library.
    ///   - watch: Receives progress and may throw to stop.
    package func fitScheduler(to deck: DeckID?, watch: Watch) throws(LibraryError) -> SchedulerFit?
    {
        let allReviews = try reviewCount(fittedWith: deck)
        guard
            let (log, present) = try reviews(
                fittedWith: deck,
                watch: { share throws(LibraryError) in
                    try watch(0.3 * share)
                }
            )
        else { return nil }
        let training = Training(log)
        let fitted = try training.fitted { share throws(LibraryError) in
            try watch(0.3 + 0.5 * share)
        }
        let fit = training.compare(fitted, with: present)
        try watch(0.85)
        let report = SchedulerReport(fit, of: log, among: allReviews, at: now())
        return SchedulerFit(deck: deck, fit: fit, report: report)
    }

    /// Puts the parameters that were found in use if they predict the log better than those before.
    ///
    /// The library may be used meanwhile: nothing waits for more than a few hundred cards.
    package func use(
        _ found: SchedulerFit,
        by browser: BrowserNumber? = nil
    ) throws(LibraryError) -> SchedulerReport {
        var report = found.report
        if found.fit.isImprovement {
            let count = report.reviews
            let change = try setParameters(found.fit.parameters, of: found.deck, by: browser) {
                name in
                name.map { "Fitted the scheduler of “\($0)” to \(count) reviews" }
                    ?? "Fitted the scheduler to \(count) reviews"
            }
            report.change = change?.id
        }
        try write {
            try $0.set(.schedulerReport(of: found.deck), to: try StoredJSON.text(of: report))
        }
        return report
    }

    /// The same for parameters of the library that another process has fitted to its log; without reviews they are used as they are.
    package func use(_ parameters: Parameters) throws(LibraryError) {
        let allReviews = try reviewCount(fittedWith: nil)
        guard let (log, present) = try reviews(fittedWith: nil, watch: { _ in }), log.count > 0
        else {
            try setParameters(parameters)
            return
        }
        let fit = Training(log).compare(parameters, with: present)
        let report = SchedulerReport(fit, of: log, among: allReviews, at: now())
        _ = try use(SchedulerFit(deck: nil, fit: fit, report: report))
    }

    private func reviewCount(fittedWith deck: DeckID?) throws(LibraryError) -> Int {
        try read { reader in
            let decks = try FittedDecks(reader)
            return try reviewCount(fittedWith: deck.flatMap { decks.deck($0) }, decks, reader)
        }
    }

    /// The log to fit to, and the parameters in use.
    private func reviews(
        fittedWith deck: DeckID?,
        watch: Watch
    ) throws(LibraryError) -> (ReviewLog, Parameters)? {
        let found = try read { reader -> (decks: Set<DeckID>?, parameters: Parameters)? in
            let decks = try FittedDecks(reader)
            guard let id = deck else { return (decks.fittedWithLibrary, try reader.parameters()) }
            guard let deck = decks.deck(id) else { return nil }
            let own = try reader.scheduler(for: id).model.parameters
            return (decks.fitted(with: deck), own)
        }
        guard let (decks, parameters) = found else { return nil }
        let total = max(try read { try $0.talliedReviewCount(in: .library) }, 1)
        var log = ReviewLog()
        var (part, done) = (0, 0)
        while let reviews = try read({ try $0.reviewLog(inBatch: part, of: decks) }) {
            for review in reviews { log.append(review) }
            part += 1
            done += reviews.count
            try watch(min(Double(done) / Double(total), 1))
        }
        return (log, parameters)
    }

    /// Stores the library's parameters and derives all memories again; due dates that were shown to the learner stay the same.
    package func setParameters(_ parameters: Parameters) throws(LibraryError) {
        _ = try setParameters(parameters, of: nil, by: nil) { _ in
            "Changed the scheduler’s parameters"
        }
    }

    /// Schedules a deck with the parameters of the library, or of the deck around it, again; nil if it does so already.
    package func removeParameters(
        of deck: DeckID,
        by browser: BrowserNumber?
    ) throws(LibraryError) -> Change? {
        try setParameters(nil, of: deck, by: browser) { name in
            "“\(name ?? "")” uses the library’s scheduler again"
        }
    }

    /// - Parameter says: Returns the summary, given the name of the deck.
    private func setParameters(
        _ parameters: Parameters?,
        of deck: DeckID?,
        by browser: BrowserNumber?,
        _ says: (_ deck: String?) -> Phrase
    ) throws(LibraryError) -> Change? {
        try change(by: browser) { writer, recorder, moment in
            guard let deck else {
                let before = try writer.storedParameters()
                let step = UndoStep.parameters(before: before, after: parameters?.values)
                try recorder.replace(step, with: writer)
                return says(nil)
            }
            let name = try Self.deck(deck, with: writer).name.title
            try recorder.edit(deck, at: moment, with: writer) {
                $0.settings.parameters = parameters?.values
            }
            return says(name)
        }
    }

    /// Derives memories again that changed parameters have made stale, some at a time.
    package func refreshStaleStates() throws(LibraryError) {
        while try write({ try $0.refreshNextStaleStates() }) { Thread.giveWay() }
    }
}

extension Library {
    /// What the scheduler knows; nil if the deck is gone.
    package func schedulerOverview(of deck: DeckID?) throws(LibraryError) -> SchedulerOverview? {
        let found = try read { reader -> SchedulerOverview? in
            let decks = try FittedDecks(reader)
            let chosen = deck.flatMap { decks.deck($0) }
            guard deck == nil || chosen != nil else { return nil }
            let owner = chosen.flatMap { decks.owner(of: $0) }
            return SchedulerOverview(
                deck: chosen,
                hasOwnParameters: try chosen.map { $0.settings.parameters != nil }
                    ?? (reader.storedParameters() != nil),
                inherited: owner == chosen ? nil : owner,
                others: decks.owners.filter { $0 != chosen },
                reviews: try reviewCount(fittedWith: chosen, decks, reader),
                report: try reader.setting(.schedulerReport(of: deck)).flatMap {
                    StoredJSON.read($0, as: SchedulerReport.self)
                },
                change: nil,
                desiredRetention: try deck.map { try reader.scheduler(for: $0).rules.retention }
                    ?? reader.settings().retention
            )
        }
        guard var overview = found else { return nil }
        if let id = overview.report?.change { overview.change = try change(id) }
        return overview
    }

    private func reviewCount(
        fittedWith deck: Deck?,
        _ decks: FittedDecks,
        _ reader: borrowing Reader
    ) throws -> Int {
        let fitted = deck.map { decks.fitted(with: $0) } ?? decks.fittedWithLibrary
        return try reader.talliedReviewCount(
            in: fitted.map { .cards(decks: $0.sorted(), notes: []) } ?? .library
        )
    }

    /// The fewest new reviews for which the scheduler is fitted by itself.
    private static let fewestNewReviews = 400

    /// What has enough new reviews to be worth another fit, if the learner wants that: the library (nil) and decks with
    /// parameters of their own.
    package func dueFits() throws(LibraryError) -> [DeckID?] {
        try read { reader in
            guard try reader.settings().fitsAutomatically else { return [] }
            let decks = try FittedDecks(reader)
            return try ([nil] + decks.owners).filter { deck in
                let reviews = try reviewCount(fittedWith: deck, decks, reader)
                let report = try reader.setting(.schedulerReport(of: deck?.id)).flatMap {
                    StoredJSON.read($0, as: SchedulerReport.self)
                }
                let before = report?.reviewsThen ?? 0
                return reviews - before >= max(Self.fewestNewReviews, before / 10)
            }.map { $0?.id }
        }
    }
}

extension ReviewLog {
    /// Adds a review as `Library.reviewLog` returns it.
    package mutating func append(_ review: LoggedReview) {
        append(
            card: review.card,
            moment: review.moment.milliseconds,
            day: Int32(clamping: review.day),
            grade: review.grade
        )
    }
}

extension SchedulerReport {
    fileprivate init(_ fit: Fit, of log: ReviewLog, among allReviews: Int, at moment: Moment) {
        self.init(
            moment: moment,
            reviews: log.count,
            allReviews: allReviews,
            predictions: fit.after.predictions,
            lossBefore: fit.before.logLoss,
            lossAfter: fit.after.logLoss,
            calibration: fit.after.calibration.map { bin in
                Bin(predicted: bin.predicted / Double(bin.of), recalled: bin.recalled, of: bin.of)
            }
        )
    }
}

extension SettingKey {
    /// The report of the last fit to a deck, or to the library (nil), as JSON.
    fileprivate static func schedulerReport(of deck: DeckID?) -> SettingKey {
        SettingKey(rawValue: deck.map { "scheduler-report-\($0.rawValue)" } ?? "scheduler-report")
    }
}
