/// A review whose grade is still open, so that the terms that grades share are computed once.
struct MemoryReview {
    private let model: MemoryModel
    private let memory: Memory
    private let days: Int
    /// Shared by the passing grades on another day than the last review.
    private var powers: UpdatePowers<Double>?

    init(_ model: MemoryModel, _ memory: Memory, days: Int) {
        self.model = model
        self.memory = memory
        self.days = min(max(days, 0), MemoryModel.maximumGap)
    }

    /// The memory after the review; the bits do not depend on which grades were requested before.
    mutating func memory(after grade: Grade) -> Memory {
        let coefficients = model.coefficients[Int(grade.rawValue) - (days > 0 ? 1 : -3)]
        let powers = powers(coefficients, isShared: days > 0 && grade.isRemembered)
        let (stability, difficulty) = model.next(
            memory.stability,
            memory.difficulty,
            days: Double(days),
            coefficients,
            powers
        )
        return Memory(stability: stability, difficulty: difficulty)
    }

    private mutating func powers(_ coefficients: UpdateCoefficients<Double>, isShared: Bool)
        -> UpdatePowers<Double>
    {
        if isShared, let powers { return powers }
        let powers = model.powers(
            memory.stability,
            memory.difficulty,
            days: Double(days),
            coefficients
        )
        if isShared { self.powers = powers }
        return powers
    }
}
