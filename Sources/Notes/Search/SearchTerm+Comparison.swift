extension SearchTerm.Comparison {
    /// Whether a value compares like this with a number.
    package func holds(_ value: Double, _ number: Double) -> Bool {
        switch self {
        case .less: value < number
        case .atMost: value <= number
        case .more: value > number
        case .atLeast: value >= number
        case .equal: value == number
        case .unequal: value != number
        }
    }
}
