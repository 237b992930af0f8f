package import Notes
package import Vault

/// Knows a way to unlock again in an address: 32 hexadecimal digits.
package struct LockSlotID: Hashable, Sendable {
    let text: String

    /// Writes the bytes by which the library's keys know it.
    package init(_ bytes: some Sequence<UInt8>) {
        text = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// Reads what such an address says; nil where it says nothing of the kind.
    init?(_ text: String) {
        guard text.utf8.count == 32,
            text.utf8.allSatisfy({
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
            })
        else { return nil }
        self.text = text
    }
}

/// One way to unlock a library, as pages show it.
package struct LockSlot: Hashable, Sendable {
    let id: LockSlotID
    let kind: LockEvent.Means
    let site: String?
    let name: String
    let made: Moment
    let used: Moment?
    let isLast: Bool

    /// - Parameters:
    ///   - id: Knows it again.
    ///   - kind: What opens it.
    ///   - site: Where a passkey works: `localhost`.
    ///   - name: What its owner calls it; empty where it was never named.
    ///   - made: When it was added.
    ///   - used: When it last unlocked the library.
    ///   - isLast: Whether nothing else but a code on paper would open the library without it.
    package init(
        id: LockSlotID,
        kind: LockEvent.Means,
        site: String? = nil,
        name: String,
        made: Moment,
        used: Moment?,
        isLast: Bool
    ) {
        self.id = id
        self.kind = kind
        self.site = site
        self.name = name
        self.made = made
        self.used = used
        self.isLast = isLast
    }
}
