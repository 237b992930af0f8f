internal import CIsal

/// The 64-bit cyclic redundancy check of ECMA-182.
package enum CRC64 {
    package static func checksum(
        of bytes: UnsafeRawBufferPointer,
        startingWith start: UInt64
    ) -> UInt64 {
        crc64_ecma_norm(
            start,
            bytes.baseAddress?.assumingMemoryBound(to: UInt8.self),
            UInt64(bytes.count)
        )
    }
}
