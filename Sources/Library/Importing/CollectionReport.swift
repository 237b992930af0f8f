internal import Languages
public import Notes

/// What is to be done with a whole collection of another program.
public struct CollectionOrder: Sendable {
    /// What the file is called.
    public var file: String
    /// The deck that all of its decks are put into; nil to leave them as they are.
    public var deck: DeckName?
    /// What happens to the texts of notes that are there.
    public var update: UpdateRule
    /// Minutes that the learner's clock is ahead of UTC.
    public var offset: Int

    /// Puts an order together.
    public init(
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
public struct CollectionReport: Hashable, Sendable {
    /// How many notes were added.
    public var added = 0
    /// How many that were there were changed.
    public var updated = 0
    /// How many that were there stayed as they were.
    public var same = 0
    /// How many that were there differ, and stayed as the learner has them.
    public var leftAlone = 0
    /// How many cards came with the notes that were added.
    public var cards = 0
    /// How many entries were added to the log.
    public var reviews = 0
    /// How many pictures and sounds came with it.
    public var media = 0
    /// How many decks were made.
    public var decks = 0
    /// How many note types were added.
    public var types = 0
    /// What of the file was not taken, and why: one plain line each, the first of them.
    public private(set) var leftOut: [String] = []
    /// How many such lines there were in all.
    public private(set) var leftOutCount = 0
    /// The change, to be taken back; nil where nothing was different, or nothing was done yet.
    public var change: Change?

    /// Nothing yet.
    public init() {}

    /// Notes something that was left out.
    mutating func leaveOut(_ line: Phrase) {
        leftOutCount += 1
        if leftOut.count < ImportReport.mostLines { leftOut.append(say(line)) }
    }
}
