public import Notes
public import Recall

/// Which library, and which of its lives, a browser's queue belongs to.
public struct LibraryIdentity: Hashable, Sendable {
    /// Given once, when the library is made.
    public var id: String
    /// Counts up when a backup is restored, so that answers given to another past are not taken for this one's.
    public var epoch: Int

    /// Puts together what was read.
    public init(id: String, epoch: Int) {
        self.id = id
        self.epoch = epoch
    }
}

/// The cards of one session and all that a browser needs to study them without asking again.
public struct Deal: Equatable, Sendable {
    /// Where the answers go.
    public var library: LibraryIdentity
    /// How the cards are studied.
    public var mode: Mode
    /// What the session is called: the decks' names as they are written there, the tags, the search.
    public var title: String
    /// What the session is about, by the names that the library has for it.
    public var source: Source
    /// The deck that it is about, if it is about one.
    public var deck: DeckID?
    /// When it was dealt.
    public var at: Moment
    /// What the engine's chance begins with.
    public var seed: UInt64
    /// At most `Library.largestDeal` of them; in review those at a step that is not over lie last.
    public var cards: [DealtCard]
    /// How many of the cards wait for a step to be over.
    public var waiting: Int
    /// Answers that a quiz may offer besides those of the cards.
    public var others: [OfferedAnswer]
    /// What the buttons reckon with; nil in modes that move no schedule.
    public var schedule: DealtSchedule?
    /// How many of the cards are due; those that wait are not, yet.
    public var due: Int
    /// How many of the cards are new.
    public var new: Int
    /// How much there is beyond this deal.
    public var beyond: Beyond
    /// Which languages and scripts the decks of the session have chosen, as text; another one means other questions.
    public var asks: String

    /// Puts together what was dealt.
    public init(
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
    public var total: Int { cards.count + beyond.cards }

    /// Leaves out all but the first cards.
    mutating func keepFirst(_ most: Int) {
        let dropped = max(0, cards.count - most)
        waiting = max(0, waiting - dropped)
        cards = Array(cards.prefix(most))
        beyond.cards += dropped
    }

    /// What this deal leaves to later ones.
    public struct Beyond: Hashable, Sendable {
        /// The most of each that is counted.
        public static let most = 1_000

        /// Cards that belong to this session and come when few of these are left, as far as can be told without looking
        /// at each.
        public var cards: Int
        /// Notes that will be due tomorrow, what is left of today's counted in.
        public var tomorrow: Int
        /// New notes beyond the day's limit.
        public var new: Int
        /// Notes that could be worked ahead.
        public var ahead: Int

        /// Puts together what was counted.
        public init(cards: Int = 0, tomorrow: Int = 0, new: Int = 0, ahead: Int = 0) {
            self.cards = cards
            self.tomorrow = tomorrow
            self.new = new
            self.ahead = ahead
        }
    }
}

/// What the buttons of a review reckon with, besides the cards' own memories.
public struct DealtSchedule: Equatable, Sendable {
    /// Of the memory model.
    public var parameters: Parameters
    /// What the learner settled.
    public var rules: SchedulingRules
    /// How many cards of the library are due on each of the next ninety days, tomorrow first.
    public var load: [Int]

    /// Puts together what holds.
    public init(parameters: Parameters, rules: SchedulingRules, load: [Int]) {
        self.parameters = parameters
        self.rules = rules
        self.load = load
    }
}
