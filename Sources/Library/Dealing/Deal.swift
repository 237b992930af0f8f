package import Notes
package import Recall

/// Which library, and which of its lives, a browser's queue belongs to.
package struct LibraryIdentity: Hashable, Sendable {
    /// Given once, when the library is made.
    package var id: String
    /// Counts up when a backup is restored, so that answers given to another past are not taken for this one's.
    package var epoch: Int

    /// Puts together what was read.
    package init(id: String, epoch: Int) {
        self.id = id
        self.epoch = epoch
    }
}

/// The cards of one session and all that a browser needs to study them without asking again.
package struct Deal: Equatable, Sendable {
    /// Where the answers go.
    package var library: LibraryIdentity
    /// How the cards are studied.
    package var mode: Mode
    /// What the session is called: the decks' names as they are written there, the tags, the search.
    package var title: String
    /// What the session is about, by the names that the library has for it.
    package var source: Source
    /// The deck that it is about, if it is about one.
    package var deck: DeckID?
    /// When it was dealt.
    package var at: Moment
    /// What the engine's chance begins with.
    package var seed: UInt64
    /// At most `Library.largestDeal` of them; in review those at a step that is not over lie last.
    package var cards: [DealtCard]
    /// How many of the cards wait for a step to be over.
    package var waiting: Int
    /// Answers that a quiz may offer besides those of the cards.
    package var others: [OfferedAnswer]
    /// What the buttons reckon with; nil in modes that move no schedule.
    package var schedule: DealtSchedule?
    /// How many of the cards are due; those that wait are not, yet.
    package var due: Int
    /// How many of the cards are new.
    package var new: Int
    /// How much there is beyond this deal.
    package var beyond: Beyond
    /// Which languages and scripts the decks of the session have chosen, as text; another one means other questions.
    package var asks: String

    /// Puts together what was dealt.
    package init(
        library: LibraryIdentity,
        mode: Mode,
        title: String,
        source: Source,
        deck: DeckID? = nil,
        at: Moment,
        seed: UInt64,
        cards: [DealtCard],
        waiting: Int = 0,
        others: [OfferedAnswer] = [],
        schedule: DealtSchedule? = nil,
        due: Int = 0,
        new: Int = 0,
        beyond: Beyond = Beyond(),
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
        self.waiting = waiting
        self.others = others
        self.schedule = schedule
        self.due = due
        self.new = new
        self.beyond = beyond
        self.asks = asks
    }

    /// How many cards the session comes to when all that belong to it are dealt.
    package var total: Int { cards.count + beyond.cards }

    /// Leaves out all but the first cards.
    mutating func keepFirst(_ most: Int) {
        let dropped = max(0, cards.count - most)
        waiting = max(0, waiting - dropped)
        cards = Array(cards.prefix(most))
        beyond.cards += dropped
    }

    /// What this deal leaves to later ones.
    package struct Beyond: Hashable, Sendable {
        /// The most of each that is counted.
        package static let most = 1_000

        /// Cards that belong to this session and come when few of these are left, as far as can be told without looking
        /// at each.
        package var cards: Int
        /// Notes that will be due tomorrow, what is left of today's counted in.
        package var tomorrow: Int
        /// New notes beyond the day's limit.
        package var new: Int
        /// Notes that could be worked ahead.
        package var ahead: Int

        /// Puts together what was counted.
        package init(cards: Int = 0, tomorrow: Int = 0, new: Int = 0, ahead: Int = 0) {
            self.cards = cards
            self.tomorrow = tomorrow
            self.new = new
            self.ahead = ahead
        }
    }
}

/// What the buttons of a review reckon with, besides the cards' own memories.
package struct DealtSchedule: Equatable, Sendable {
    /// Of the memory model.
    package var parameters: Parameters
    /// What the learner settled.
    package var rules: SchedulingRules
    /// How many cards of the library are due on each of the next ninety days, tomorrow first.
    package var load: [Int]

    /// Puts together what holds.
    package init(parameters: Parameters, rules: SchedulingRules, load: [Int]) {
        self.parameters = parameters
        self.rules = rules
        self.load = load
    }
}
