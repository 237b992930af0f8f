internal import CIsal
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

/// Packs bytes a piece at a time, without head and tail, each with no regard to what came before it.
///
/// For one thread at a time.
final class RawDeflater {
    private let stream: UnsafeMutablePointer<isal_zstream>
    private let tables: UnsafeMutablePointer<UInt8>

    init() {
        stream = .allocate(capacity: 1)
        // Its own beginning leaves out how far it may look back, where 0 means as far as can be.
        UnsafeMutableRawPointer(stream)
            .initializeMemory(
                as: UInt8.self,
                repeating: 0,
                count: MemoryLayout<isal_zstream>.size
            )
        tables = .allocate(capacity: omena_isal_room)
    }

    deinit {
        stream.deallocate()
        tables.deallocate()
    }

    /// Packs a piece, at most 4 GB; `end` has to follow at last.
    func pack(_ piece: UnsafeRawBufferPointer) -> [UInt8] {
        isal_deflate_stateless_init(stream)
        stream.pointee.flush = UInt16(FULL_FLUSH)
        stream.pointee.level = UInt32(omena_isal_level)
        stream.pointee.level_buf = tables
        stream.pointee.level_buf_size = UInt32(omena_isal_room)
        return [UInt8](unsafeUninitializedCapacity: Self.room(for: piece.count)) { bytes, count in
            stream.pointee.next_in = UnsafeMutablePointer(
                mutating: piece.baseAddress?.assumingMemoryBound(to: UInt8.self)
            )
            stream.pointee.avail_in = UInt32(piece.count)
            stream.pointee.next_out = bytes.baseAddress
            stream.pointee.avail_out = UInt32(bytes.count)
            let outcome = isal_deflate_stateless(stream)
            precondition(outcome == COMP_OK, "ISA-L cannot pack: \(outcome)")
            count = bytes.count - Int(stream.pointee.avail_out)
        }
    }

    /// What cannot be packed is put down as it is, in blocks of 64 KiB with a head each.
    private static func room(for count: Int) -> Int { count + (count >> 10) + (1 << 10) }

    /// The end of what was packed piece by piece: a last one that holds nothing.
    static let end: [UInt8] = [3, 0]
}

/// The check sum of a zip archive's entries.
struct Checksum {
    private(set) var value: UInt32 = 0

    mutating func take(_ bytes: UnsafeRawBufferPointer) {
        guard let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
        value = crc32_gzip_refl(value, start, UInt64(bytes.count))
    }

    /// Takes some bytes whose own sum is known.
    mutating func take(_ other: Checksum, of count: Int) {
        value = UInt32(truncatingIfNeeded: crc32_combine(UInt(value), UInt(other.value), count))
    }
}
