/// The FNV-1a hash, the same in every run and library, for deriving identifiers.
package struct StableHash {
    /// The hash of the input so far.
    package private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

    package init() {}

    package init(_ text: String) { combine(text) }

    /// Adds the UTF-8 bytes of a text.
    package mutating func combine(_ text: String) {
        for byte in text.utf8 { combine(byte) }
    }

    /// Adds one ASCII character.
    package mutating func combine(_ scalar: Unicode.Scalar) { combine(UInt8(ascii: scalar)) }

    /// Adds the eight bytes of a number, little-endian.
    package mutating func combine(_ number: Int64) {
        for byte in 0..<8 { combine(UInt8(truncatingIfNeeded: number >> (8 * byte))) }
    }

    package mutating func combine(_ bytes: [UInt8]) {
        for byte in bytes { combine(byte) }
    }

    private mutating func combine(_ byte: UInt8) {
        value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
    }
}
