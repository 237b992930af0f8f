import Sodium

/// The secret with which other programs use the API: `Authorization: Bearer …`.
package struct APIToken: Sendable {
    private let secret: [UInt8]

    /// A shorter token could be guessed.
    package static let minimumLength = 20

    /// Nil where the text is too short, or contains characters that a header cannot.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count >= Self.minimumLength, bytes.allSatisfy({ (0x21...0x7E).contains($0) })
        else {
            return nil
        }
        secret = bytes
    }

    package static var random: String { Token().text }

    /// Whether an `Authorization` header contains this token; compares in constant time.
    func isShown(by header: String) -> Bool {
        guard let shown = header.bearerToken else { return false }
        return ConstantTime.areEqual(shown.utf8, secret)
    }
}

extension String {
    /// The token in an `Authorization` header, `Bearer …`; nil in others.
    var bearerToken: Substring? {
        let parts = split(separator: " ", maxSplits: 1)
        return parts.count == 2 && parts[0].lowercased() == "bearer" ? parts[1] : nil
    }
}
