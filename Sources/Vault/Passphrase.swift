internal import Sodium
// For Unicode normalization, which the standard library does not make public.
@_spi(_Unicode) import Swift

/// A passphrase in normalized form.
package struct Passphrase: Sendable {
    let secret: SecretBytes

    /// The minimum number of characters of a new one; length is better and easier to remember than more kinds of characters.
    package static let minimumLength = 8
    /// The maximum size in bytes.
    package static let maximumSize = 1024

    /// Copies a text and wipes the original; nil if it is empty, too long or not UTF-8.
    ///
    /// It is normalized (NFC, no surrounding spaces), so that all keyboards give the same bytes.
    package init?(taking bytes: inout [UInt8]) {
        defer { for index in bytes.indices { bytes[index] = 0 } }
        guard bytes.count <= Self.maximumSize,
            let text = String(validating: bytes, as: UTF8.self)
        else { return nil }
        var spelled = Array(Self.spelled(text).utf8)
        guard !spelled.isEmpty else { return nil }
        secret = SecretBytes(taking: &spelled)
    }

    package init?(_ text: String) {
        var bytes = Array(text.utf8)
        self.init(taking: &bytes)
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
