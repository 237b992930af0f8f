/// A rule of merging that is broken to see that tests notice, in builds for tests only.
package enum MergeFault: CaseIterable, Sendable {
    // Of parts with their values.
    case firstWriterWins
    /// Of two facts of one clock, the one that is here stays.
    case tiesStay
    /// A replica whose clock is behind writes facts that are earlier than those it has heard of.
    case clocksIgnoreOthers
    /// Even over later edits of their parts.
    case wholeObjectsWin
    case latestParametersWin
    /// What loses is not kept.
    case losersAreForgotten
    /// Tags and marks that an import lacks are gone, even if it did not know them.
    case unknownMarksAreRemoved
    /// Those that only the earlier version of a card type has.
    case addedFieldsAreLost

    // Of deletions.
    case deletionsWin
    /// What a later edit has kept is not told to those who have deleted it.
    case keptObjectsAreNotTold
    /// Even if something refers to them.
    case neededObjectsGo
    /// A deck is deleted before the notes that are deleted with it, and stays because of them.
    case notesGoLast
    case editedNotesStayInTheBin
    case usedDecksStayInTheBin
    /// Emptying the bin beats whoever has restored something from it.
    case emptyingTheBinIsAnEdit

    // Of objects that are one.
    /// Decks of one name stay apart under other names.
    case decksStayApart
    /// Which of two notes stays depends on the order of arrival.
    case newcomerStands
    /// Facts about an object for which another one stands are not about that.
    case aliasesAreForgotten

    // Of events, and what follows from them.
    case eventsAreLost
    /// Of two with one ID, the one that is here stays.
    case firstEventStays
    case removedEventsStay
    /// Those of a note that was gone do not return with it.
    case departedEventsStay
    case statesStay

    // Of facts that cannot be merged yet, and of which facts those are.
    case nothingIsParked
    case nothingIsWoken
    case gapsAreIgnored
    /// Pages are merged before those that belong with them have come.
    case pagesAreMergedAlone
    /// A copied or restored file writes under the name that it had.
    case copiesKeepTheirName
    case reusedSequencesStay

    #if OMENA_TESTING
        @TaskLocal package static var current: MergeFault?

        var isPresent: Bool { self == Self.current }
    #else
        var isPresent: Bool { false }
    #endif
}
