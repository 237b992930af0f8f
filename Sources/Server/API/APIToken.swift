import Sodium

/// What another program shows to be let in to the API: `Authorization: Bearer …`.
package struct APIToken: Sendable {
    private let secret: [UInt8]

    /// A shorter one could be guessed.
    package static let shortest = 20

    /// Wraps a secret; nil where it is too short, or holds what no header can.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count >= Self.shortest, bytes.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            return nil
        }
        secret = bytes
    }

    /// A new secret that nobody can guess.
    package static var random: String { Token().text }

    /// Whether the value of an `Authorization` header is this token; how long it takes does not tell where it differs.
    func isShown(by header: String) -> Bool {
        let parts = header.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return false }
        return ConstantTime.areEqual(parts[1].utf8, secret)
    }
}
