internal import Languages
public import Notes

/// What an import did, or would do.
public struct ImportReport: Hashable, Sendable {
    /// The deck that all notes went into; nil where they went into several, or none came.
    public private(set) var deck: DeckName?
    private var hasSeveralDecks = false
    /// Whether that deck was made for it.
    public var isNewDeck = false
    /// How many notes were added.
    public var added = 0
    /// How many that were there were changed.
    public var updated = 0
    /// How many were as the file has them already.
    public var same = 0
    /// How many stayed as they are because of the rule for updates.
    public var leftAlone = 0
    /// How many texts the learner had changed and the file too: the learner's stayed.
    public var kept = 0
    /// Other decks that were made.
    public var newDecks: [DeckName] = []
    /// Note types that were made.
    public var newTypes: [String] = []
    /// What of the file became no note, or not all of one, and why: one plain line each, the first of them.
    public private(set) var leftOut: [String] = []
    /// How many such lines there were in all.
    public private(set) var leftOutCount = 0
    /// The change, to be taken back; nil where nothing was different, or nothing was done yet.
    public var change: Change?

    /// As many lines are kept; a file of a hundred thousand lines may be wrong in each.
    public static let mostLines = 100

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
