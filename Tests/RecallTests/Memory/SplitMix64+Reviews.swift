@testable import Recall

extension SplitMix64 {
    /// Any number a Double can be, and what is none.
    mutating func bits() -> Double { Double(bitPattern: next()) }

    mutating func grade() -> Grade { Grade.allCases[Int(next(below: 4))] }

    /// Days between two reviews, often none and rarely absurd.
    mutating func gap() -> Int {
        switch next(below: 16) {
        case 0...3: 0
        case 4: Int(truncatingIfNeeded: next())
        case 5: Int(next(below: 40_000))
        default: Int(next(below: 100))
        }
    }
}

extension Parameters {
    /// Anywhere in their ranges, and every fourth at one of its ends.
    static func random(_ chance: inout SplitMix64) -> Parameters {
        let values = ranges.map { range in
            switch chance.next(below: 8) {
            case 0: range.lowerBound
            case 1: range.upperBound
            default: chance.uniform(range.lowerBound, range.upperBound)
            }
        }
        do { return try Parameters(values) } catch { fatalError("\(error)") }
    }
}
