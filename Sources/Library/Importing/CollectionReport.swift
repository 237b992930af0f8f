internal import Languages
package import Notes

/// What is to be done with a whole collection of another program.
package struct CollectionOrder: Sendable {
    /// What the file is called.
    package var file: String
    /// The deck that all of its decks are put into; nil to leave them as they are.
    package var deck: DeckName?
    /// What happens to the texts of notes that are there.
    package var update: UpdateRule
    /// Minutes that the learner's clock is ahead of UTC.
    package var offset: Int

    /// Puts an order together.
    package init(
        file: String,
        deck: DeckName? = nil,
        update: UpdateRule = .newer,
        offset: Int = 0
    ) {
        self.file = file
        self.deck = deck
        self.update = update
        self.offset = offset
    }
}

/// What importing a whole collection did, or would do.
package struct CollectionReport: Hashable, Sendable {
    /// How many notes were added.
    package var added = 0
    /// How many that were there were changed.
    package var updated = 0
    /// How many that were there stayed as they were.
    package var same = 0
    /// How many that were there differ, and stayed as the learner has them.
    package var leftAlone = 0
    /// How many cards came with the notes that were added.
    package var cards = 0
    /// How many entries were added to the log.
    package var reviews = 0
    /// How many pictures and sounds came with it.
    package var media = 0
    /// How many decks were made.
    package var decks = 0
    /// How many note types were added.
    package var types = 0
    /// What of the file was not taken, and why: one plain line each, the first of them.
    package private(set) var leftOut: [String] = []
    /// How many such lines there were in all.
    package private(set) var leftOutCount = 0
    /// The change, to be taken back; nil where nothing was different, or nothing was done yet.
    package var change: Change?

    /// Nothing yet.
    package init() {}

    /// Notes something that was left out.
    mutating func leaveOut(_ line: Phrase) {
        leftOutCount += 1
        if leftOut.count < ImportReport.mostLines { leftOut.append(say(line)) }
    }
}
