internal import Sodium
// For the normal form of a text, which the standard library keeps to itself.
@_spi(_Unicode) import Swift

/// Words that a learner has in mind.
public struct Passphrase: Sendable {
    let secret: SecretBytes

    /// The fewest characters of a new one: longer is better, and easier to keep in mind than more kinds of them.
    public static let minimumLength = 8
    /// The most bytes of one.
    public static let maximumSize = 1024

    /// Takes the bytes of a text over and wipes them there; nil where there are none, or too many, or it is no text.
    ///
    /// One text has one spelling in the end (NFC, no spaces around it), whatever keyboard it came from.
    public init?(taking bytes: inout [UInt8]) {
        defer { for index in bytes.indices { bytes[index] = 0 } }
        guard bytes.count <= Self.maximumSize,
            let text = String(validating: bytes, as: UTF8.self)
        else { return nil }
        var spelled = Array(Self.spelled(text).utf8)
        guard !spelled.isEmpty else { return nil }
        secret = SecretBytes(taking: &spelled)
    }

    /// The same of a text that is in memory already.
    public init?(_ text: String) {
        var bytes = Array(text.utf8)
        self.init(taking: &bytes)
    }

    /// Whether it is long enough for a new slot.
    public var isLongEnough: Bool {
        String(decoding: secret.revealed, as: UTF8.self).count >= Self.minimumLength
    }

    private static func spelled(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        scalars.append(contentsOf: text._nfc)
        let start = String(scalars).drop { $0.isWhitespace }
        let end = start.lastIndex { !$0.isWhitespace }
        return end.map { String(start[...$0]) } ?? ""
    }

    func key(_ hash: PassphraseHash) throws(VaultError) -> SecretBytes {
        guard let key = hash.key(of: secret, count: Envelope.keySize) else { throw .noMemory }
        return key
    }
}
