import Recall

/// A card as the numbers exchanged with the page; `Schedule+Exports` lists them.
extension CardState {
    static let numberCount = 10

    /// Nil if a number is not valid for a card.
    init?(_ numbers: UnsafeMutableBufferPointer<Double>) {
        guard
            numbers.count >= Self.numberCount,
            let step = Int(exactly: numbers[1]),
            let stage = Stage(number: numbers[0], step: step),
            let interval = Int(exactly: numbers[5]),
            let reviews = Int(exactly: numbers[6]),
            let lapses = Int(exactly: numbers[7]),
            let due = Self.optional(numbers[4], milliseconds),
            let lastReview = Self.optional(numbers[8], milliseconds),
            let lastDay = Self.optional(numbers[9], { Int(exactly: $0) })
        else { return nil }
        let memory: Memory? =
            numbers[2].isNaN ? nil : Memory(stability: numbers[2], difficulty: numbers[3])
        self.init(
            stage: stage,
            memory: memory,
            due: due,
            interval: interval,
            reviews: reviews,
            lapses: lapses,
            lastReview: lastReview,
            lastDay: lastDay
        )
    }

    func write(to numbers: UnsafeMutableBufferPointer<Double>) {
        (numbers[0], numbers[1]) =
            switch stage {
            case .new: (0, 0)
            case .learning(let step): (1, Double(step))
            case .review: (2, 0)
            case .relearning(let step): (3, Double(step))
            }
        numbers[2] = memory?.stability ?? .nan
        numbers[3] = memory?.difficulty ?? .nan
        numbers[4] = due.map { Double($0) } ?? .nan
        numbers[5] = Double(interval)
        numbers[6] = Double(reviews)
        numbers[7] = Double(lapses)
        numbers[8] = lastReview.map { Double($0) } ?? .nan
        numbers[9] = lastDay.map { Double($0) } ?? .nan
    }

    /// Reads a number that can be missing: NaN gives nothing, and any other number has to be valid.
    private static func optional<Value>(
        _ number: Double,
        _ read: (Double) -> Value?
    ) -> Value?? {
        if number.isNaN { return .some(nil) }
        guard let value = read(number) else { return nil }
        return .some(value)
    }
}

extension CardState.Stage {
    fileprivate init?(number: Double, step: Int) {
        switch number {
        case 0: self = .new
        case 1: self = .learning(step: step)
        case 2: self = .review
        case 3: self = .relearning(step: step)
        default: return nil
        }
    }
}
