import Recall

extension SchedulingRules {
    /// Reads the rules in the order listed at `setRules`; nil for invalid ones.
    init?(_ numbers: UnsafeMutableBufferPointer<Double>) {
        guard
            numbers.count > 7,
            numbers[0] > 0, numbers[0] < 1,
            let maximumInterval = Int(exactly: numbers[1]),
            let usesFuzz = Bool(number: numbers[2]),
            let allowsSameDay = Bool(number: numbers[3]),
            let leechThreshold = Int(exactly: numbers[4]),
            let rollover = Int(exactly: numbers[5]),
            let learningCount = Int(exactly: numbers[6]),
            0..<numbers.count - 7 ~= learningCount,
            let learning = Steps(numbers[7..<7 + learningCount]),
            let relearningCount = Int(exactly: numbers[7 + learningCount]),
            relearningCount == numbers.count - 8 - learningCount,
            let relearning = Steps(numbers[(8 + learningCount)...])
        else { return nil }
        self.init(
            retention: numbers[0],
            learning: learning,
            relearning: relearning,
            allowsSameDayAfterSteps: allowsSameDay,
            maximumInterval: maximumInterval,
            usesFuzz: usesFuzz,
            leechThreshold: leechThreshold,
            boundary: DayBoundary(rollover: rollover)
        )
    }
}

extension Steps {
    fileprivate init?(_ numbers: Slice<UnsafeMutableBufferPointer<Double>>) {
        var seconds: [Int] = []
        for number in numbers {
            guard let step = Int(exactly: number) else { return nil }
            seconds.append(step)
        }
        self.init(seconds: seconds)
    }
}

extension Bool {
    fileprivate init?(number: Double) {
        guard number == 0 || number == 1 else { return nil }
        self = number == 1
    }
}
