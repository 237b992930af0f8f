/// Why an archive or one of its entries cannot be read or written.
package enum ArchiveError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file is not a zip archive.
    case notAnArchive
    /// The archive ends before its content does.
    case truncated
    /// A checksum, length or offset is wrong; nil for the archive's directory.
    case damaged(entry: String?)
    /// The uncompressed size exceeds the limit in bytes.
    case tooLarge(entry: String, limit: Int)
    /// The uncompressed size is out of all proportion to the compressed one.
    case expandsTooMuch(entry: String)
    /// There are more entries than the limit.
    case tooMany(limit: Int)
    /// The entry is encrypted or uses an unknown compression method.
    case unsupported(entry: String)
    /// The operating system's error message.
    case disk(String)

    package var description: String {
        switch self {
        case .notAnArchive: "It isn’t a zip archive."
        case .truncated: "It’s incomplete. Copy or download it again."
        case .damaged(nil): "Its table of contents is damaged."
        case .damaged(let entry?): "The file “\(entry)” inside it is damaged."
        case .tooLarge(let entry, let limit):
            "The file “\(entry)” inside it is larger than \(limit >> 20) MiB."
        case .expandsTooMuch(let entry):
            "The file “\(entry)” inside it expands to more than a hundred times its size."
        case .tooMany(let limit): "It contains more than \(limit) files."
        case .unsupported(let entry):
            "The file “\(entry)” inside it is encrypted or compressed with an unsupported method."
        case .disk(let reason): "A disk error occurred: \(reason)."
        }
    }
}
