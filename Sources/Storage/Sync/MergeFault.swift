/// A rule of merging that is broken to see that tests notice, in builds for tests only.
package enum MergeFault: CaseIterable, Sendable {
    case firstWriterWins
    /// Even over later edits of their parts.
    case wholeObjectsWin
    case deletionsWin
    case latestParametersWin
    /// Decks of one name stay apart under other names.
    case decksStayApart
    /// Which of two notes stays depends on the order of arrival.
    case newcomerStands
    case eventsAreLost
    case statesStay
    case nothingIsParked
    case removedEventsStay

    #if OMENA_TESTING
        @TaskLocal package static var current: MergeFault?

        var isPresent: Bool { self == Self.current }
    #else
        var isPresent: Bool { false }
    #endif
}
