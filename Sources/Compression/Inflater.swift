internal import CZlib

/// One use of zlib's decompressor.
struct Inflater: ~Copyable {
    private let stream: UnsafeMutablePointer<z_stream>

    /// - Parameter isRaw: Whether the input is a raw part without header and trailer.
    init(isRaw: Bool = false) {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        let outcome = isRaw ? omena_inflate_start_raw(stream) : omena_inflate_start(stream)
        precondition(outcome == Z_OK, "zlib cannot start: \(outcome)")
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    consuming func decompress(_ bytes: [UInt8], limit: Int) throws(GzipError) -> [UInt8] {
        var output: [UInt8] = []
        let failure = bytes.withUnsafeBufferPointer { input -> GzipError? in
            stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
            stream.pointee.avail_in = UInt32(input.count)
            while true {
                // Asks for one byte over the limit, so that exactly the limit passes.
                let capacity = min(max(4 * bytes.count, 4096), limit + 1 - output.count)
                guard capacity > 0 else { return .tooLarge(limit: limit) }
                let outcome = step(capacity: capacity, into: &output)
                guard output.count <= limit else { return .tooLarge(limit: limit) }
                switch outcome {
                case Z_OK: continue
                case Z_BUF_ERROR where stream.pointee.avail_in == 0: return .truncated
                case Z_STREAM_END where stream.pointee.avail_in == 0: return nil
                case Z_STREAM_END: inflateReset(stream)
                default: return .damaged
                }
            }
        }
        if let failure { throw failure }
        return output
    }

    /// Decompresses a part that does not depend on what precedes it.
    consuming func decompressPart(_ bytes: [UInt8], limit: Int) throws(GzipError) -> [UInt8] {
        var output: [UInt8] = []
        let outcome = bytes.withUnsafeBufferPointer { input in
            stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
            stream.pointee.avail_in = UInt32(input.count)
            return step(capacity: limit, into: &output)
        }
        guard outcome == Z_OK || outcome == Z_STREAM_END else { throw .damaged }
        return output
    }

    private func step(capacity: Int, into output: inout [UInt8]) -> Int32 {
        var outcome = Z_OK
        output += [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            stream.pointee.next_out = buffer.baseAddress
            stream.pointee.avail_out = UInt32(capacity)
            outcome = inflate(stream, Z_NO_FLUSH)
            count = capacity - Int(stream.pointee.avail_out)
        }
        return outcome
    }
}
