package import Notes
package import Vault

/// Identifies a key slot in addresses: 32 hexadecimal digits.
package struct LockSlotID: Hashable, Sendable {
    let text: String

    /// - Parameter bytes: The slot's identifier in the key file.
    package init(_ bytes: some Sequence<UInt8>) {
        text = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    init?(_ text: String) {
        guard text.utf8.count == 32, isHexadecimal(text) else { return nil }
        self.text = text
    }
}

/// One way to unlock a library: a passphrase, a passkey or a recovery code.
package struct LockSlot: Hashable, Sendable {
    let id: LockSlotID
    let kind: LockEvent.Means
    let site: String?
    let name: String
    let used: Moment?
    let isLast: Bool

    /// - Parameters:
    ///   - site: The host at which a passkey works: `localhost`.
    ///   - name: The learner's name for it; empty by default.
    ///   - used: When it last unlocked the library.
    ///   - isLast: Whether only a recovery code could unlock the library without it.
    package init(
        id: LockSlotID,
        kind: LockEvent.Means,
        site: String? = nil,
        name: String,
        used: Moment?,
        isLast: Bool
    ) {
        self.id = id
        self.kind = kind
        self.site = site
        self.name = name
        self.used = used
        self.isLast = isLast
    }
}
