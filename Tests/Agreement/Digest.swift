/// 64-bit FNV-1a (Fowler, Noll and Vo) of everything observed, lowest byte first.
struct Digest: CustomStringConvertible {
    private var hash: UInt64 = 0xcbf2_9ce4_8422_2325

    mutating func add(_ value: Int32) {
        add(UInt64(UInt32(bitPattern: value)), bytes: 4)
    }

    /// Adds the bits of a number; every NaN counts as the same, because WebAssembly may return any of them.
    mutating func add(_ value: Double) {
        add(value.isNaN ? 0x7ff8_0000_0000_0000 : value.bitPattern, bytes: 8)
    }

    private mutating func add(_ bits: UInt64, bytes: UInt64) {
        for byte in 0..<bytes {
            hash = (hash ^ (bits >> (8 * byte) & 0xff)) &* 0x100_0000_01b3
        }
    }

    var description: String {
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
