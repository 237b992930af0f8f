import CSodium

/// Bytes that nobody else may see: never in swap as far as the system allows, and wiped when they are needed no more.
public final class SecretBytes: @unchecked Sendable {
    /// How many there are.
    public let count: Int

    // Written only while it is made.
    private let storage: UnsafeMutablePointer<UInt8>

    /// Makes room for `count` bytes and lets `body` fill it.
    public init<Failure: Error>(
        count: Int,
        filledBy body: (UnsafeMutablePointer<UInt8>) throws(Failure) -> Void
    ) throws(Failure) {
        _ = Sodium.isReady
        // Between pages that nobody may touch, and locked into memory where the limits of this process let it.
        guard let start = sodium_malloc(count) else {
            preconditionFailure("There is no memory for a secret")
        }
        self.count = count
        storage = start.assumingMemoryBound(to: UInt8.self)
        // Should it throw, the room is let go as ever.
        try body(storage)
        sodium_mprotect_readonly(start)
    }

    /// Draws `count` random bytes.
    public convenience init(randomCount count: Int) {
        self.init(count: count) { randombytes_buf($0, count) }
    }

    /// Takes over bytes that lie elsewhere, and wipes them there.
    public convenience init(taking bytes: inout [UInt8]) {
        let count = bytes.count
        self.init(count: count) { room in
            for index in 0..<count { room[index] = bytes[index] }
            sodium_memzero(&bytes, count)
        }
        bytes = []
    }

    /// Copies bytes that are no secret, such as those of a test.
    public convenience init(_ bytes: some Collection<UInt8>) {
        self.init(count: bytes.count) { room in
            for (index, byte) in bytes.enumerated() { room[index] = byte }
        }
    }

    // It wipes them before it lets them go.
    deinit { sodium_free(storage) }

    /// Lends the bytes.
    public func withPointer<Result, Failure: Error>(
        _ body: (UnsafePointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafePointer(storage))
    }

    /// The bytes, for what is no secret any more: they lie in ordinary memory then.
    public var revealed: [UInt8] {
        Array(UnsafeBufferPointer(start: UnsafePointer(storage), count: count))
    }
}
