internal import LibraryValues
internal import Notes
internal import Recall
internal import Storage

extension Importer {
    /// Adopts settings that the learner has not chosen, except when the library locks itself: that needs a key.
    ///
    /// - Returns: The daily limits, if they change.
    static func adopt(
        _ settings: StudySettings?,
        _ decks: DeckMap,
        at moment: Moment,
        _ recorder: inout ChangeRecorder,
        with writer: borrowing Writer
    ) throws -> ImportReport.Limits? {
        let usual = StudySettings()
        guard var settings, try writer.setting(.study) == nil else { return nil }
        settings.lockMinutes = usual.lockMinutes
        guard settings != usual else { return nil }
        try keepLimits(of: decks, below: settings, at: moment, &recorder, with: writer)
        let json = try StoredJSON.text(of: settings)
        try recorder.replace(.settings(before: nil, after: json), with: writer)
        let limits = ImportReport.Limits(new: settings.newLimit, reviews: settings.reviewLimit)
        let usualLimits = ImportReport.Limits(new: usual.newLimit, reviews: usual.reviewLimit)
        return limits == usualLimits ? nil : limits
    }

    /// Gives decks that exist already the usual daily limits as their own, so that theirs do not rise with the library's.
    ///
    /// Only outermost decks get them, because the decks inside them inherit them; a deck of the file gets the file's.
    private static func keepLimits(
        of decks: DeckMap,
        below raised: StudySettings,
        at moment: Moment,
        _ recorder: inout ChangeRecorder,
        with writer: borrowing Writer
    ) throws {
        let usual = StudySettings()
        var kept = DeckSettings()
        kept.newLimit = usual.newLimit
        kept.reviewLimit = usual.reviewLimit
        let hierarchy = DeckHierarchy(try writer.decks())
        for deck in hierarchy.decks where hierarchy.decks(around: deck).isEmpty {
            let given = decks.settings(of: deck) ?? kept
            var own = deck.settings
            if raised.newLimit > usual.newLimit { own.newLimit = own.newLimit ?? given.newLimit }
            if raised.reviewLimit > usual.reviewLimit {
                own.reviewLimit = own.reviewLimit ?? given.reviewLimit
            }
            try recorder.edit(deck.id, at: moment, with: writer) { $0.settings = own }
        }
    }

    /// Adopts parameters where there are none, and nothing was answered yet.
    static func adopt(
        _ parameters: Parameters?,
        _ recorder: inout ChangeRecorder,
        with writer: borrowing Writer
    ) throws {
        guard let parameters, try writer.storedParameters() == nil, try writer.answerCount() == 0
        else { return }
        try recorder.replace(.parameters(before: nil, after: parameters.values), with: writer)
    }
}
