internal import CIsal
internal import CZlib

/// A streaming decompressor for raw deflate data, without header and trailer, as in zip archives.
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

    /// Decompresses a piece and returns whether the stream has ended; nil if the bytes are damaged.
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

/// Compresses independent pieces as raw deflate data, without header and trailer.
///
/// Not thread-safe.
final class RawDeflater {
    private let stream: UnsafeMutableRawPointer
    private let tables: UnsafeMutablePointer<UInt8>

    init() {
        stream = .allocate(byteCount: omena_isal_stream_size, alignment: 16)
        stream.initializeMemory(as: UInt8.self, repeating: 0, count: omena_isal_stream_size)
        tables = .allocate(capacity: omena_isal_tables_size)
    }

    deinit {
        stream.deallocate()
        tables.deallocate()
    }

    /// Compresses a piece of at most 4 GB; `end` must follow the last one.
    func pack(_ piece: UnsafeRawBufferPointer) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: Self.capacity(for: piece.count)) { bytes, count in
            let outcome = omena_isal_deflate(
                stream,
                tables,
                piece.baseAddress?.assumingMemoryBound(to: UInt8.self),
                UInt32(piece.count),
                bytes.baseAddress,
                UInt32(bytes.count)
            )
            precondition(outcome >= 0, "ISA-L cannot pack: \(outcome)")
            count = Int(outcome)
        }
    }

    /// Incompressible data is stored in blocks of 64 KiB with a header each.
    private static func capacity(for count: Int) -> Int { count + (count >> 10) + (1 << 10) }

    /// The final, empty block.
    static let end: [UInt8] = [3, 0]
}

/// The CRC-32 checksum of zip archives.
struct Checksum {
    private(set) var value: UInt32 = 0

    mutating func take(_ bytes: UnsafeRawBufferPointer) {
        guard let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
        value = crc32_gzip_refl(value, start, UInt64(bytes.count))
    }

    /// Appends bytes whose own checksum is known.
    mutating func take(_ other: Checksum, of count: Int) {
        value = UInt32(truncatingIfNeeded: crc32_combine(UInt(value), UInt(other.value), count))
    }
}
