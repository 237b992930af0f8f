package import Languages
package import Notes

/// What an import did, or would do.
package struct ImportReport: Hashable, Sendable {
    /// Whether the file was a whole collection.
    package let isCollection: Bool
    /// The deck that all notes went into; nil where there were several, or none, and for a collection.
    package private(set) var deck: DeckName?
    private var hasSeveralDecks = false
    /// Whether that deck was created.
    package var isNewDeck = false
    package var added = 0
    package var updated = 0
    /// How many notes went to the bin because a class's deck no longer has them.
    package var removed = 0
    /// How many notes were identical already.
    package var same = 0
    /// How many notes differ but stayed the same because of the rule for updates.
    package var leftAlone = 0
    /// How many texts stayed the same because both the learner and the file had changed them.
    package var conflicts = 0
    /// How many cards and reviews came with the notes that were added.
    package var cards = 0
    package var reviews = 0
    package var media = 0
    /// Other decks that were created.
    package var newDecks: [DeckName] = []
    package var newTypes: [String] = []
    /// Why parts of the file were left out: the first lines, and how many there are in all.
    package private(set) var leftOut: [String] = []
    package private(set) var leftOutCount = 0
    /// The daily limits of all decks together that came with the file; nil where the library's are the same or stay.
    package var limits: Limits?
    /// The change, so that it can be undone; nil where nothing changed.
    package var change: Change?

    package struct Limits: Hashable, Sendable {
        package let new: Int
        package let reviews: Int

        package init(new: Int, reviews: Int) {
            self.new = new
            self.reviews = reviews
        }
    }

    package init(isCollection: Bool = false) { self.isCollection = isCollection }

    /// Each of a hundred thousand lines may be wrong.
    private static let mostLines = 100

    package mutating func recordDeck(_ name: DeckName) {
        guard !isCollection, !hasSeveralDecks, deck != name else { return }
        hasSeveralDecks = deck != nil
        deck = hasSeveralDecks ? nil : name
    }

    package mutating func leaveOut(_ line: Phrase) {
        leftOutCount += 1
        if leftOut.count < Self.mostLines { leftOut.append(say(line)) }
    }
}
