/// FNV-1a, the same in every run and in every library, for names that are made of others.
package struct SteadyHash {
    /// What was taken so far comes to.
    package private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

    /// Takes nothing yet.
    package init() {}

    /// The hash of a text.
    package init(_ text: String) { take(text) }

    /// Takes the bytes of a text.
    package mutating func take(_ text: String) {
        for byte in text.utf8 { take(byte) }
    }

    /// Takes one character of ASCII.
    package mutating func take(_ scalar: Unicode.Scalar) { take(UInt8(ascii: scalar)) }

    /// Takes the eight bytes of a number, the lowest first.
    package mutating func take(_ number: Int64) {
        for byte in 0..<8 { take(UInt8(truncatingIfNeeded: number >> (8 * byte))) }
    }

    private mutating func take(_ byte: UInt8) {
        value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
    }
}
