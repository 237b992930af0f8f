/// Why a file cannot be read as a string catalog.
package enum StringCatalogError: Error, Hashable {
    /// It is not JSON; line and column count from 1.
    case notJSON(line: Int, column: Int, reason: Phrase)
    /// It is JSON, but what stands at the place is not what catalogs have there.
    case unexpected(place: [String], reason: Phrase)
}

extension StringCatalogError: CustomStringConvertible {
    /// The words as a text.
    package var description: String { words.description }

    /// One plain line that says where and why.
    package var words: Phrase {
        switch self {
        case .notJSON(let line, let column, let reason):
            "Line \(line), column \(column): \(reason)."
        case .unexpected(let place, let reason):
            place.isEmpty
                ? "The catalog: \(reason)."
                : "\(place.joined(separator: " › ")): \(reason)."
        }
    }
}
