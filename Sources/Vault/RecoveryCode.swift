internal import Sodium

/// 128 random bits that unlock a library, written down as 28 letters and digits.
///
/// Seven groups of four characters in Crockford's base 32. The last twelve bits are a checksum, which distinguishes a
/// misspelling from the code of another library.
package struct RecoveryCode: Sendable {
    let secret: SecretBytes

    private static let size = 16
    private static let letters = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

    /// Creates a random one.
    package init() { secret = SecretBytes(randomCount: Self.size) }

    /// Parses typed text: case, spaces and hyphens are ignored, O is read as 0, and I and L as 1.
    package init(_ text: String) throws(VaultError) {
        var values: [UInt8] = []
        for byte in text.utf8 where byte != UInt8(ascii: "-") && byte != UInt8(ascii: " ") {
            guard let value = Self.value(of: byte) else { throw .misspelledRecoveryCode }
            values.append(value)
        }
        guard values.count == 28 else { throw .misspelledRecoveryCode }
        var bits: UInt32 = 0
        var count = 0
        var bytes: [UInt8] = []
        for value in values {
            bits = bits << 5 | UInt32(value)
            count += 5
            while count >= 8, bytes.count < Self.size {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> count))
            }
        }
        guard UInt16(bits & 0xFFF) == Self.check(bytes) else { throw .misspelledRecoveryCode }
        secret = SecretBytes(taking: &bytes)
    }

    /// The seven groups.
    package var text: String {
        let bytes = secret.revealed
        let check = Self.check(bytes)
        var values: [UInt8] = []
        var bits: UInt32 = 0
        var count = 0
        for byte in bytes {
            bits = bits << 8 | UInt32(byte)
            count += 8
            while count >= 5 {
                count -= 5
                values.append(UInt8(truncatingIfNeeded: bits >> count) & 31)
            }
        }
        // The remaining three bits of the secret and the twelve of the checksum make three characters.
        let rest = bits << 12 | UInt32(check)
        for shift in [10, 5, 0] { values.append(UInt8(truncatingIfNeeded: rest >> shift) & 31) }
        let letters = values.map { Self.letters[Int($0)] }
        return stride(from: 0, to: letters.count, by: 4)
            .map { String(decoding: letters[$0..<$0 + 4], as: UTF8.self) }
            .joined(separator: "-")
    }

    func key(salt: [UInt8]) -> SecretBytes {
        KeyDerivation.key(of: secret, salt: salt, info: Array("omena 1 recovery code".utf8))
    }

    private static func check(_ bytes: [UInt8]) -> UInt16 {
        let digest = Digest(of: bytes).bytes
        return UInt16(digest[0]) << 4 | UInt16(digest[1]) >> 4
    }

    private static func value(of byte: UInt8) -> UInt8? {
        let upper = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) ? byte - 32 : byte
        let letter =
            switch upper {
            case UInt8(ascii: "O"): UInt8(ascii: "0")
            case UInt8(ascii: "I"), UInt8(ascii: "L"): UInt8(ascii: "1")
            default: upper
            }
        return letters.firstIndex(of: letter).map { UInt8($0) }
    }
}
