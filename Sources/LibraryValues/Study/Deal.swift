package import Notes
package import Recall

/// The cards of one session and all that a browser needs to study them without another request.
package struct Deal: Equatable, Sendable {
    /// The library that the answers belong to.
    package var library: LibraryIdentity
    package var mode: Mode
    /// What the session is called: the decks' names as the library spells them, the tags, the search.
    package var title: String
    /// What the session studies, with decks and tags spelled as in the library.
    package var source: Source
    /// The session's deck, if it studies exactly one.
    package var deck: DeckID?
    /// When it was dealt.
    package var at: Moment
    /// Seeds the engine's random numbers.
    package var seed: UInt64
    /// At most `Library.largestDeal`; in review, cards whose learning step is not over come last.
    package var cards: [DealtCard]
    /// How many of the cards wait for a learning step to end.
    package var waiting = 0
    /// Answers that a quiz may offer besides those of the cards.
    package var others: [OfferedAnswer] = []
    /// What the grade buttons compute intervals from; nil in modes that do not change schedules.
    package var schedule: DealtSchedule?
    /// How many of the cards are due; waiting cards do not count yet.
    package var due = 0
    /// How many of the cards are new.
    package var new = 0
    package var beyond = Beyond()
    /// How many cards a session has before it ends and offers to go on; nil for one that goes through all.
    package var batch: Int?
    /// The language and script choices of the session's decks, as text; when it differs, the questions differ too.
    package var asks: String

    package init(
        library: LibraryIdentity,
        mode: Mode,
        title: String,
        source: Source,
        deck: DeckID? = nil,
        at: Moment,
        seed: UInt64,
        cards: [DealtCard],
        batch: Int? = nil,
        asks: String = ""
    ) {
        self.library = library
        self.mode = mode
        self.title = title
        self.source = source
        self.deck = deck
        self.at = at
        self.seed = seed
        self.cards = cards
        self.batch = batch
        self.asks = asks
    }

    /// How many cards the session has before it ends.
    package var total: Int { cards.count + (batch == nil ? beyond.cards : 0) }

    /// Drops all but the first `most` cards.
    package mutating func keepFirst(_ most: Int) {
        let dropped = max(0, cards.count - most)
        waiting = max(0, waiting - dropped)
        cards = Array(cards.prefix(most))
        beyond.cards += dropped
    }

    /// Drops all but the first `most` new cards, and what is left for later deals, for a session that offers nothing more.
    package mutating func keepFirstNew(_ most: Int) {
        var kept = 0
        cards.removeAll { card in
            guard card.state?.stage == .new else { return false }
            kept += 1
            return kept > most
        }
        new = min(new, most)
        beyond = Beyond()
    }

    /// What is left for later deals.
    package struct Beyond: Hashable, Sendable {
        /// Each count stops here.
        package static let most = 1_000

        /// Cards of this session that are dealt when few are left; an estimate, because not each of them is read.
        package var cards: Int
        /// New notes beyond the day's limit.
        package var new: Int
        /// Notes that could be reviewed ahead.
        package var ahead: Int

        package init(cards: Int = 0, new: Int = 0, ahead: Int = 0) {
            self.cards = cards
            self.new = new
            self.ahead = ahead
        }
    }
}
