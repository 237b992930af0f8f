internal import CZlib

/// Unpacks deflated bytes a piece at a time; a zip archive keeps them without head and tail.
final class RawInflater {
    private let stream: UnsafeMutablePointer<z_stream>
    private let output: UnsafeMutableRawBufferPointer

    init() {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        output = .allocate(byteCount: ZipArchive.pieceSize, alignment: 16)
        let outcome = omena_inflate_start_raw(stream)
        precondition(outcome == Z_OK, "zlib cannot start: \(outcome)")
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
        output.deallocate()
    }

    /// Unpacks a piece, and says whether the end was reached with it; nil where the bytes are damaged.
    func take(
        _ piece: UnsafeRawBufferPointer,
        _ give: (UnsafeRawBufferPointer) throws -> Void
    ) rethrows -> Bool? {
        stream.pointee.next_in = UnsafeMutablePointer(
            mutating: piece.baseAddress?.assumingMemoryBound(to: UInt8.self)
        )
        stream.pointee.avail_in = UInt32(piece.count)
        while true {
            stream.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
            stream.pointee.avail_out = UInt32(output.count)
            let outcome = inflate(stream, Z_NO_FLUSH)
            guard outcome == Z_OK || outcome == Z_STREAM_END || outcome == Z_BUF_ERROR else {
                return nil
            }
            let count = output.count - Int(stream.pointee.avail_out)
            if count > 0 { try give(UnsafeRawBufferPointer(rebasing: output[..<count])) }
            if outcome == Z_STREAM_END { return true }
            if stream.pointee.avail_out > 0 { return false }
        }
    }
}

/// Packs bytes a piece at a time, without head and tail.
final class RawDeflater {
    private let stream: UnsafeMutablePointer<z_stream>
    private let output: UnsafeMutableRawBufferPointer

    init(level: Int) {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        output = .allocate(byteCount: ZipArchive.pieceSize, alignment: 16)
        let outcome = omena_deflate_start_raw(stream, Int32(level))
        precondition(outcome == Z_OK, "zlib cannot start: \(outcome)")
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
        output.deallocate()
    }

    /// Packs a piece with no regard to what came before it; `end` has to follow at last.
    func packAlone(_ piece: UnsafeRawBufferPointer) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(piece.count / 2)
        // One look back instead of four: a fifth of the time less, and no byte more.
        deflateTune(stream, 4, 8, 8, 1)
        take(piece, Z_SYNC_FLUSH) { bytes += $0 }
        deflateReset(stream)
        return bytes
    }

    /// The end of what was packed piece by piece: a last one that holds nothing.
    static let end: [UInt8] = [3, 0]

    /// Packs a piece, and what is left over with the last one.
    func take(
        _ piece: UnsafeRawBufferPointer,
        isLast: Bool,
        _ give: (UnsafeRawBufferPointer) throws -> Void
    ) rethrows {
        try take(piece, isLast ? Z_FINISH : Z_NO_FLUSH, give)
    }

    private func take(
        _ piece: UnsafeRawBufferPointer,
        _ flush: Int32,
        _ give: (UnsafeRawBufferPointer) throws -> Void
    ) rethrows {
        stream.pointee.next_in = UnsafeMutablePointer(
            mutating: piece.baseAddress?.assumingMemoryBound(to: UInt8.self)
        )
        stream.pointee.avail_in = UInt32(piece.count)
        repeat {
            stream.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
            stream.pointee.avail_out = UInt32(output.count)
            deflate(stream, flush)
            let count = output.count - Int(stream.pointee.avail_out)
            if count > 0 { try give(UnsafeRawBufferPointer(rebasing: output[..<count])) }
        } while stream.pointee.avail_out == 0
    }
}

/// The check sum of a zip archive's entries.
struct Checksum {
    private(set) var value: UInt32 = 0

    mutating func take(_ bytes: UnsafeRawBufferPointer) {
        let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
        value = UInt32(truncatingIfNeeded: crc32_z(UInt(value), start, bytes.count))
    }

    /// Takes some bytes whose own sum is known.
    mutating func take(_ other: Checksum, of count: Int) {
        value = UInt32(truncatingIfNeeded: crc32_combine(UInt(value), UInt(other.value), count))
    }
}
