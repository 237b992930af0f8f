/// What a learner's memory of one card is taken to be after its last review.
public struct CardMemory: Hashable, Codable, Sendable {
    /// Days until recall falls to nine in ten.
    public var stability: Double
    /// 1 (easy) to 10 (hard).
    public var difficulty: Double
    /// When it should be asked again.
    public var due: Moment
    /// Which step of learning or relearning the card is at; nil once it is out of them.
    public var step: Int?
    /// How many reviews it has had.
    public var reviews: Int
    /// How many times it was forgotten.
    public var lapses: Int
    /// When it was last reviewed.
    public var lastReview: Moment?

    /// Puts a memory together.
    public init(
        stability: Double,
        difficulty: Double,
        due: Moment,
        step: Int? = nil,
        reviews: Int,
        lapses: Int,
        lastReview: Moment?
    ) {
        self.stability = stability
        self.difficulty = difficulty
        self.due = due
        self.step = step
        self.reviews = reviews
        self.lapses = lapses
        self.lastReview = lastReview
    }
}
