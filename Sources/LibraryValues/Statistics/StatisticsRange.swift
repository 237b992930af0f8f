/// How far back statistics look.
package enum StatisticsRange: String, CaseIterable, Codable, Sendable {
    case month = "30"
    case quarter = "90"
    case year
    case all

    /// How many days it has, today included; nil for all days.
    package var dayCount: Int? {
        switch self {
        case .month: 30
        case .quarter: 90
        case .year: 365
        case .all: nil
        }
    }
}
