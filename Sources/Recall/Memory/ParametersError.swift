/// Why a list of numbers cannot be read as parameters.
public enum ParametersError: Error, Equatable, Sendable, CustomStringConvertible {
    /// FSRS-6 has 21, FSRS-5 had 19 and FSRS-4.5 had 17; this is another number.
    case count(Int)
    /// The number at this place, counted from 0, is infinite or none at all.
    case notFinite(place: Int)

    /// One plain line that says what to do.
    public var description: String {
        switch self {
        case .count(let count):
            "Parameters are 21 numbers (or 19 or 17 of an older version), not \(count)."
        case .notFinite(let place):
            "Parameter \(place + 1) is not a finite number."
        }
    }
}
