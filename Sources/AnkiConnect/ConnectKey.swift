internal import Sodium

/// The secret that a program may send as `key`.
package struct ConnectKey: Sendable {
    private let secret: [UInt8]

    /// A shorter key could be guessed.
    package static let minimumLength = 8

    /// Nil where the text is too short.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count >= Self.minimumLength else { return nil }
        secret = bytes
    }

    /// Compares in constant time.
    func isShown(by text: String) -> Bool { ConstantTime.areEqual(text.utf8, secret) }
}
