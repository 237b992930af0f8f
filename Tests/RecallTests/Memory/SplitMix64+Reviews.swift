@testable import Recall

extension SplitMix64 {
    /// Any bit pattern of a Double, including NaN.
    mutating func bits() -> Double { Double(bitPattern: next()) }

    mutating func grade() -> Grade { Grade.allCases[Int(next(below: 4))] }

    /// Days between two reviews, often 0 and rarely absurd.
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
    /// Anywhere in their ranges, every fourth at one of the ends.
    static func random(_ random: inout SplitMix64) -> Parameters {
        let values = ranges.map { range in
            switch random.next(below: 8) {
            case 0: range.lowerBound
            case 1: range.upperBound
            default: random.uniform(range.lowerBound, range.upperBound)
            }
        }
        do { return try Parameters(values) } catch { fatalError("\(error)") }
    }
}
