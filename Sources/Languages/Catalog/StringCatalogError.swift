/// Why a file cannot be read as a string catalog.
public enum StringCatalogError: Error, Hashable {
    /// It is not JSON; line and column count from 1.
    case notJSON(line: Int, column: Int, reason: String)
    /// It is JSON, but what stands at the place is not what catalogs have there.
    case unexpected(place: [String], reason: String)
}

extension StringCatalogError: CustomStringConvertible {
    /// One plain line that says where and why.
    public var description: String {
        switch self {
        case .notJSON(let line, let column, let reason):
            "Line \(line), column \(column): \(reason)."
        case .unexpected(let place, let reason):
            "\(place.isEmpty ? "The catalog" : place.joined(separator: " › ")): \(reason)."
        }
    }
}
