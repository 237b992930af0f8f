/// The short delays after which a card is asked again until it is learned, or learned anew.
package struct Steps: Equatable, Sendable {
    /// The delays, in seconds, each at least one and at most a year.
    package let seconds: [Int]

    /// Takes the delays in seconds.
    package init(seconds: [Int]) {
        self.seconds = seconds.map { min(max($0, 1), 365 * Self.day) }
    }

    /// A minute and ten, for cards that are new.
    package static let learning = Steps(seconds: [60, 600])
    /// Ten minutes, for cards that were forgotten.
    package static let relearning = Steps(seconds: [600])

    /// The delay after a wrong answer, which leads back to the first step.
    var again: Int? { seconds.first }

    /// The delay after a hard answer, which stays at its step: as long as that, but between wrong and good at the first.
    func hard(at step: Int) -> Int? {
        guard let first = seconds.first else { return nil }
        let step = place(of: step)
        guard step == 0 else { return seconds[step] }
        let between =
            seconds.count > 1 ? (first + seconds[1]) / 2 : min(first * 3 / 2, first + Self.day)
        return between > Self.day ? (between + Self.day / 2) / Self.day * Self.day : between
    }

    /// The delay after a good answer, which goes on by a step; nil after the last one.
    func good(at step: Int) -> Int? {
        let next = place(of: step) + 1
        return next < seconds.count ? seconds[next] : nil
    }

    /// The step, or the last one there is.
    func place(of step: Int) -> Int {
        min(max(step, 0), max(seconds.count - 1, 0))
    }

    private static let day = 86_400
}
