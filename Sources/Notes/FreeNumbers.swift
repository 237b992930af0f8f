/// Finds numbers that are free, beginning with wanted ones.
///
/// It remembers where searches ended, so that however many want the same number, each finds its own after a few steps.
package struct FreeNumbers: Sendable {
    /// Where a search that comes to a taken number goes on.
    private var jumps: [Int64: Int64] = [:]

    package init() {}

    /// The first free number from a wanted one on, which the caller takes; 1 follows the greatest.
    package mutating func next(
        from wanted: Int64,
        isTaken: (Int64) throws -> Bool
    ) rethrows -> Int64 {
        var number = wanted
        var passed: [Int64] = []
        while try isTaken(number) {
            passed.append(number)
            number = jumps[number] ?? Self.following(number)
        }
        for taken in passed { jumps[taken] = Self.following(number) }
        return number
    }

    private static func following(_ number: Int64) -> Int64 { number == .max ? 1 : number + 1 }
}
