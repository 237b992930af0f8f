/// Why an archive, or something in it, cannot be read or written.
public enum ArchiveError: Error, Hashable, Sendable, CustomStringConvertible {
    /// It is no zip archive at all.
    case notAnArchive
    /// The archive ends before its content does.
    case truncated
    /// Something is not as it is said to be: its check sum, its length, its place; nil for the archive as a whole.
    case damaged(entry: String?)
    /// More than the given number of bytes would come out.
    case tooLarge(entry: String, limit: Int)
    /// It holds more things than anything that is read here may hold.
    case tooMany(limit: Int)
    /// It is encrypted, or packed in a way that is not known here.
    case unsupported(entry: String)
    /// The disk does not allow it; why, in its own words.
    case disk(String)

    /// One plain line.
    public var description: String {
        switch self {
        case .notAnArchive: "It is not a zip archive."
        case .truncated: "It is incomplete; perhaps it was not copied fully."
        case .damaged(nil): "Its list of contents is damaged."
        case .damaged(let entry?): "“\(entry)” in it is damaged."
        case .tooLarge(let entry, let limit):
            "“\(entry)” in it is larger than \(limit >> 20) MiB."
        case .tooMany(let limit): "It contains more than \(limit) files."
        case .unsupported(let entry):
            "“\(entry)” in it is encrypted, or compressed with an unsupported method."
        case .disk(let reason): "A disk error occurred: \(reason)."
        }
    }
}
