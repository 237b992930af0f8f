internal import Compression
internal import Threads

/// Compressors that rest between two responses.
final class CompressorShelf: @unchecked Sendable {
    static let shared = CompressorShelf()

    private let lock = Lock()
    // Guarded by `lock`.
    private var resting: [GzipCompressor] = []

    func compress(_ bytes: [UInt8]) -> [UInt8] {
        let compressor = lock.withLock { resting.popLast() } ?? GzipCompressor()
        defer {
            lock.withLock {
                if resting.count < 8 { resting.append(compressor) }
            }
        }
        return compressor.compress(bytes)
    }
}
