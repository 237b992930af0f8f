internal import CZlib

/// A reusable compressor, because its tables take 260 kB.
///
/// Not thread-safe.
package final class GzipCompressor {
    private let stream: UnsafeMutablePointer<z_stream>

    /// - Parameter level: 1 is fastest, 9 is smallest.
    package init(level: Int = Gzip.defaultLevel) {
        precondition((1...9).contains(level), "zlib knows the levels 1 to 9")
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        let outcome = omena_deflate_start(stream, Int32(level))
        precondition(outcome == Z_OK, "zlib cannot start: \(outcome)")
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
    }

    /// Compresses bytes, at most 4 GB, into one gzip member.
    package func compress(_ bytes: [UInt8]) -> [UInt8] {
        deflateReset(stream)
        let bound = Int(deflateBound(stream, UInt(bytes.count)))
        precondition(bound <= Int(UInt32.max), "zlib takes no more than 4 GB at once")
        return [UInt8](unsafeUninitializedCapacity: bound) { output, count in
            bytes.withUnsafeBufferPointer { input in
                stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
                stream.pointee.avail_in = UInt32(input.count)
                stream.pointee.next_out = output.baseAddress
                stream.pointee.avail_out = UInt32(output.count)
                let outcome = deflate(stream, Z_FINISH)
                precondition(outcome == Z_STREAM_END, "deflateBound was too small")
            }
            count = bound - Int(stream.pointee.avail_out)
        }
    }
}
