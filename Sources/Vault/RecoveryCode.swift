internal import Sodium

/// 128 random bits that open a library when nothing else does, as 28 letters and digits to be written down.
///
/// Seven groups of four, in the alphabet of Douglas Crockford's base 32, whose last twelve bits are a check: a slip of the
/// pen is told from the code of another library.
public struct RecoveryCode: Sendable {
    let secret: SecretBytes

    private static let size = 16
    private static let letters = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

    /// Draws a new one.
    public init() { secret = SecretBytes(randomCount: Self.size) }

    /// Reads what somebody types: small letters, spaces and dashes are as good, and O is 0, I and L are 1.
    public init(_ text: String) throws(VaultError) {
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

    /// The seven groups, to be shown once.
    public var text: String {
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
        // Three bits of the secret are left; with the twelve of the check they make three letters.
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
