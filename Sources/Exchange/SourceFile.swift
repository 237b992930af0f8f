internal import Languages

package enum SourceFile: Sendable {
    /// In memory, as it was sent.
    case sent(name: String, [UInt8])
    case disk(DiskFile)

    /// Its name, without its folder.
    package var name: String {
        switch self {
        case .sent(let name, _): name
        case .disk(let file): file.name
        }
    }

    /// Its content, if that is no more than `limit` bytes.
    package func read(atMost limit: Int) throws(ExchangeError) -> [UInt8] {
        switch self {
        case .sent(let name, let bytes):
            guard bytes.count <= limit else {
                throw .file(name, reason: "the file is larger than \(String(limit >> 20)) MiB")
            }
            return bytes
        case .disk(let file): return try file.read(atMost: limit)
        }
    }

    /// The file, if it lies on the disk: a collection may be too large for memory.
    func onDisk() throws(ExchangeError) -> DiskFile {
        guard case .disk(let file) = self else { throw .unknownKind(file: name) }
        return file
    }

    /// Its first bytes, which may tell its kind.
    func start() throws(ExchangeError) -> [UInt8] {
        switch self {
        case .sent(_, let bytes): Array(bytes.prefix(Self.startLength))
        case .disk(let file): try file.start(Self.startLength)
        }
    }

    private static let startLength = 4_096
}
