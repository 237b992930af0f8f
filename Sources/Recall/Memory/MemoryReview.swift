/// A review of a card whose grade is still open, so that what grades share is worked out once.
struct MemoryReview {
    private let model: MemoryModel
    private let memory: Memory
    private let days: Int
    /// Of the grades that remember, on another day than the last review.
    private var strength: Strength<Double>?

    init(_ model: MemoryModel, _ memory: Memory, days: Int) {
        self.model = model
        self.memory = memory
        self.days = min(max(days, 0), MemoryModel.longestGap)
    }

    /// The memory after the review, to the last bit the same whichever grade was asked about before.
    mutating func memory(after grade: Grade) -> Memory {
        let effect = model.effects[Int(grade.rawValue) - (days > 0 ? 1 : -3)]
        let strength = strength(effect, isShared: days > 0 && grade.isRemembered)
        let (stability, difficulty) = model.next(
            memory.stability,
            memory.difficulty,
            days: Double(days),
            effect,
            strength
        )
        return Memory(stability: stability, difficulty: difficulty)
    }

    private mutating func strength(_ effect: Effect<Double>, isShared: Bool) -> Strength<Double> {
        if isShared, let strength { return strength }
        let strength = model.strength(
            memory.stability,
            memory.difficulty,
            days: Double(days),
            effect
        )
        if isShared { self.strength = strength }
        return strength
    }
}
