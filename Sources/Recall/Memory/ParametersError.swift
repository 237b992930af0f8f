/// Why a list of numbers cannot be read as parameters.
package enum ParametersError: Error, Equatable, Sendable, CustomStringConvertible {
    /// FSRS-6 has 21, FSRS-5 had 19 and FSRS-4.5 had 17; this is another number.
    case count(Int)
    /// The number at this place, counted from 0, is infinite or none at all.
    case notFinite(place: Int)

    /// What is wrong with the parameters, in plain words.
    package var description: String {
        switch self {
        case .count(let count):
            "there are 21 of them (or 19 or 17 of an older version), not \(count)"
        case .notFinite(let place):
            "the number at place \(place + 1) is not finite"
        }
    }
}
