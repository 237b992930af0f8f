internal import Compression
internal import Threads

/// Compressors that are reused, because making one costs more than compressing a page.
enum CompressorPool {
    private static let idle = Locked<[GzipCompressor]>([])
    private static let capacity = 8

    static func compress(_ bytes: [UInt8]) -> [UInt8] {
        let compressor = idle.withLock { $0.popLast() } ?? GzipCompressor()
        defer {
            idle.withLock { idle in
                if idle.count < capacity { idle.append(compressor) }
            }
        }
        return compressor.compress(bytes)
    }
}
