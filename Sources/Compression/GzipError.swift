/// Why bytes could not be decompressed.
package enum GzipError: Error, Equatable, CustomStringConvertible {
    /// The bytes are not gzip, or their checksum is wrong.
    case damaged
    /// The bytes end before the compressed data does.
    case truncated
    /// The uncompressed size exceeds the limit in bytes.
    case tooLarge(limit: Int)

    package var description: String {
        switch self {
        case .damaged: "The data is not gzip, or it is damaged."
        case .truncated: "The gzip data ends too early."
        case .tooLarge(let limit): "The gzip data holds more than \(limit) bytes."
        }
    }
}
