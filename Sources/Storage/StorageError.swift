/// Why a file of ours cannot be used as a library.
public enum StorageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A later Omena has written it; the name is that of a step this one does not know.
    case newer(String)
    /// A row refers to another that is not there, in the table named.
    case danglingReference(String)
    /// A value is not what this column holds.
    case unreadable(table: String, column: String)

    public var description: String {
        switch self {
        case .newer(let name): "a later version has taken the step \"\(name)\""
        case .danglingReference(let table): "a row of \(table) refers to one that is not there"
        case .unreadable(let table, let column): "\(table).\(column) holds something unreadable"
        }
    }
}
