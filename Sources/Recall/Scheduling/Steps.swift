/// The short delays before a card is shown again while it is being learned or relearned.
package struct Steps: Equatable, Sendable {
    /// Each from one second to a year.
    package let seconds: [Int]

    /// Limits each delay to that range.
    package init(seconds: [Int]) {
        self.seconds = seconds.map { min(max($0, 1), 365 * Self.day) }
    }

    /// A minute and ten minutes, for new cards.
    package static let learning = Steps(seconds: [60, 600])
    /// Ten minutes, for forgotten cards.
    package static let relearning = Steps(seconds: [600])

    /// The delay after again, which returns to the first step.
    var again: Int? { seconds.first }

    /// The delay after hard, which repeats the step; at the first step it lies between the delays of again and good.
    func hard(at step: Int) -> Int? {
        guard let first = seconds.first else { return nil }
        let step = clamped(step)
        guard step == 0 else { return seconds[step] }
        let between =
            seconds.count > 1 ? (first + seconds[1]) / 2 : min(first * 3 / 2, first + Self.day)
        return between > Self.day ? (between + Self.day / 2) / Self.day * Self.day : between
    }

    /// The delay after good, which advances by a step; nil after the last one.
    func good(at step: Int) -> Int? {
        let next = clamped(step) + 1
        return next < seconds.count ? seconds[next] : nil
    }

    /// Limits a step to the existing ones.
    func clamped(_ step: Int) -> Int {
        min(max(step, 0), max(seconds.count - 1, 0))
    }

    private static let day = 86_400
}
