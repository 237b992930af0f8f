/// Why bytes could not be decompressed.
public enum GzipError: Error, Equatable, CustomStringConvertible {
    /// The bytes are not gzip, or their check sum is wrong.
    case damaged
    /// The bytes end before the compressed data does.
    case truncated
    /// More than the given number of bytes would come out.
    case tooLarge(limit: Int)

    /// One plain line.
    public var description: String {
        switch self {
        case .damaged: "The data is not gzip, or it is damaged."
        case .truncated: "The gzip data ends too early."
        case .tooLarge(let limit): "The gzip data holds more than \(limit) bytes."
        }
    }
}
