/// Why a list of numbers cannot be used as parameters.
package enum ParametersError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The number of parameters is neither 21 (FSRS-6) nor 19 (FSRS-5) nor 17 (FSRS-4.5).
    case count(Int)
    /// The number at this index is infinite or NaN.
    case notFinite(index: Int)

    package var description: String {
        switch self {
        case .count(let count):
            "there are 21 of them (or 19 or 17 of an older version), not \(count)"
        case .notFinite(let index):
            "the number at place \(index + 1) is not finite"
        }
    }
}
