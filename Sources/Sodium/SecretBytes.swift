import CSodium

/// Secret bytes, kept out of swap as far as the system allows, and wiped on deallocation.
///
/// `@unchecked Sendable`: it wraps memory of libsodium, which threads may share because only the initialiser writes it.
package final class SecretBytes: @unchecked Sendable {
    package let count: Int

    private let storage: UnsafeMutablePointer<UInt8>

    /// Allocates `count` bytes for `body` to fill.
    package init<Failure: Error>(
        count: Int,
        filledBy body: (UnsafeMutablePointer<UInt8>) throws(Failure) -> Void
    ) throws(Failure) {
        _ = Sodium.isReady
        // Between guard pages, and locked into memory as far as the limits of this process allow.
        guard let start = sodium_malloc(count) else {
            preconditionFailure("There is no memory for a secret")
        }
        self.count = count
        storage = start.assumingMemoryBound(to: UInt8.self)
        // If this throws, `deinit` frees the memory.
        try body(storage)
        sodium_mprotect_readonly(start)
    }

    package convenience init(randomCount count: Int) {
        self.init(count: count) { randombytes_buf($0, count) }
    }

    /// Copies bytes and wipes the original.
    package convenience init(taking bytes: inout [UInt8]) {
        let count = bytes.count
        self.init(count: count) { buffer in
            for index in 0..<count { buffer[index] = bytes[index] }
            sodium_memzero(&bytes, count)
        }
        bytes = []
    }

    /// Copies bytes that are not secret, such as those of a test.
    package convenience init(_ bytes: some Collection<UInt8>) {
        self.init(count: bytes.count) { buffer in
            for (index, byte) in bytes.enumerated() { buffer[index] = byte }
        }
    }

    // This also wipes them.
    deinit { sodium_free(storage) }

    package func withPointer<Result, Failure: Error>(
        _ body: (UnsafePointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafePointer(storage))
    }

    /// A copy of the bytes in ordinary memory, for content that is no longer secret.
    package var revealed: [UInt8] {
        Array(UnsafeBufferPointer(start: UnsafePointer(storage), count: count))
    }
}
