/// How much a review counts by its age: the newest wholly, the oldest a quarter, those after a date not at all.
struct Recency {
    /// The age up to which reviews count, from 0 to 1: below 1, the rest is kept back to test on.
    let end: Lane
    private let inverseEnd: Lane

    init(until end: Float = 1) {
        self.end = Lane(repeating: end)
        inverseEnd = Lane(repeating: 1 / end)
    }

    @inline(__always)
    func weight(_ age: Lane) -> Lane {
        let x = age * inverseEnd
        let weight = Lane(repeating: 0.25) + Lane(repeating: 0.75) * x * x * x
        return LaneMask(age .<= end).choose(weight)
    }
}
