internal import Languages
package import Notes

/// What an import did, or would do.
package struct ImportReport: Hashable, Sendable {
    /// The deck that all notes went into; nil where they went into several, or none came.
    package private(set) var deck: DeckName?
    private var hasSeveralDecks = false
    /// Whether that deck was made for it.
    package var isNewDeck = false
    /// How many notes were added.
    package var added = 0
    /// How many that were there were changed.
    package var updated = 0
    /// How many were as the file has them already.
    package var same = 0
    /// How many stayed as they are because of the rule for updates.
    package var leftAlone = 0
    /// How many texts the learner had changed and the file too: the learner's stayed.
    package var kept = 0
    /// Other decks that were made.
    package var newDecks: [DeckName] = []
    /// Note types that were made.
    package var newTypes: [String] = []
    /// What of the file became no note, or not all of one, and why: one plain line each, the first of them.
    package private(set) var leftOut: [String] = []
    /// How many such lines there were in all.
    package private(set) var leftOutCount = 0
    /// The change, to be taken back; nil where nothing was different, or nothing was done yet.
    package var change: Change?

    /// As many lines are kept; a file of a hundred thousand lines may be wrong in each.
    package static let mostLines = 100

    /// Notes where a note went.
    mutating func reach(_ name: DeckName) {
        guard !hasSeveralDecks, deck != name else { return }
        hasSeveralDecks = deck != nil
        deck = hasSeveralDecks ? nil : name
    }

    /// Notes something that was left out.
    mutating func leaveOut(_ line: Phrase) {
        leftOutCount += 1
        if leftOut.count < Self.mostLines { leftOut.append(say(line)) }
    }
}
