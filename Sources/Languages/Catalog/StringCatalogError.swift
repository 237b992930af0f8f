/// Why a file cannot be read as a string catalog.
package enum StringCatalogError: Error, Hashable {
    /// A syntax error; line and column count from 1.
    case notJSON(line: Int, column: Int, reason: Phrase)
    /// A value that catalogs do not have at this path of keys.
    case unexpected(path: [String], reason: Phrase)
}

extension StringCatalogError: CustomStringConvertible {
    package var description: String { words.description }

    package var words: Phrase {
        switch self {
        case .notJSON(let line, let column, let reason):
            "Line \(line), column \(column): \(reason)."
        case .unexpected(let path, let reason):
            path.isEmpty
                ? "The catalog: \(reason)."
                : "\(path.joined(separator: " › ")): \(reason)."
        }
    }
}
