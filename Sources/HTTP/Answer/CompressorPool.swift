internal import Compression
internal import Threads

/// Compressors that rest between two responses.
struct CompressorPool: Sendable {
    static let shared = CompressorPool()

    private let idle = Locked<[GzipCompressor]>([])

    func compress(_ bytes: [UInt8]) -> [UInt8] {
        let compressor = idle.withLock { $0.popLast() } ?? GzipCompressor()
        defer {
            idle.withLock { if $0.count < 8 { $0.append(compressor) } }
        }
        return compressor.compress(bytes)
    }
}
