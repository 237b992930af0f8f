internal import Sodium

/// The key ring of an open library, to which slots can be added, renamed and removed.
package struct OpenKeyRing: Sendable {
    /// A slot's name, and its creation and last use in milliseconds since 1970.
    package struct Label: Hashable, Sendable {
        package var name: String
        package let made: Int64
        /// When it last unlocked the library; nil for never.
        package var used: Int64?
    }

    package private(set) var key: VaultKey
    /// The slot that was opened; nil if the ring is new.
    package let openedBy: KeySlotID?
    /// The contents of the key file.
    package private(set) var ring: KeyRing
    private var labels: [KeySlotID: Label]

    /// The maximum number of characters of a slot's name.
    package static let maximumName = 60

    /// Creates the ring of a library that is being sealed, with its first slot.
    package init(for key: VaultKey, _ slot: NewSlot, named name: String, at moment: Int64)
        throws(VaultError)
    {
        self.key = key
        openedBy = nil
        ring = KeyRing(vault: key.vault, slots: [], labels: [], seal: [])
        labels = [:]
        try add(slot, named: name, at: moment)
    }

    /// Opens a ring with its key; throws if it was changed by someone without the key.
    init(_ ring: KeyRing, key: VaultKey, openedBy slot: KeySlotID) throws(VaultError) {
        guard ConstantTime.areEqual(ring.seal, ring.seal(under: key)),
            let labels = Envelope.open(
                ring.labels,
                under: key.key(for: .labels),
                context: key.vault.bytes
            )
        else { throw .keysDamaged(path: "") }
        self.ring = ring
        openedBy = slot
        (self.key, self.labels) = try Self.read(labels, under: key)
    }

    /// The label of a slot, which every slot has.
    package subscript(slot: KeySlotID) -> Label? { labels[slot] }

    // MARK: - Changes

    @discardableResult
    package mutating func add(
        _ slot: NewSlot,
        named name: String,
        at moment: Int64
    ) throws(VaultError) -> KeySlotID {
        guard ring.slots.count < KeyRing.maximumSlots else { throw .tooManySlots }
        let slot = try slot.slot(holding: key)
        ring.slots.append(slot)
        labels[slot.id] = Label(name: Self.fitting(name), made: moment, used: nil)
        close()
        return slot.id
    }

    package mutating func rename(_ slot: KeySlotID, to name: String) throws(VaultError) {
        guard labels[slot] != nil else { throw .noSuchSlot }
        labels[slot]?.name = Self.fitting(name)
        close()
    }

    /// Removes a slot, but neither the last one nor the last one that is not a recovery code.
    package mutating func remove(_ slot: KeySlotID) throws(VaultError) {
        guard let index = ring.slots.firstIndex(where: { $0.id == slot }) else { throw .noSuchSlot }
        guard !isLast(slot) else { throw .lastSlot }
        ring.slots.remove(at: index)
        labels[slot] = nil
        close()
    }

    /// Whether only recovery codes, or nothing, would open the library without this slot.
    package func isLast(_ slot: KeySlotID) -> Bool {
        let others = ring.slots.filter { $0.id != slot }
        if ring.slots.contains(where: { $0.id == slot && $0.isOnPaper }) { return others.isEmpty }
        return others.allSatisfy(\.isOnPaper)
    }

    /// Records the use of a slot and its passkey's signature counter.
    package mutating func record(_ use: KeyUse) throws(VaultError) {
        let index = ring.slots.firstIndex { $0.id == use.slot }
        guard let index else { throw .noSuchSlot }
        labels[use.slot]?.used = use.moment
        if let signCount = use.signCount, case .passkey(var passkey) = ring.slots[index].means {
            passkey.signCount = signCount
            ring.slots[index].means = .passkey(passkey)
        }
        close()
    }

    /// Removes earlier keys, which no file has any more.
    package mutating func forgetEarlierKeys() {
        key = key.alone
        close()
    }

    private static func fitting(_ name: String) -> String { String(name.prefix(maximumName)) }

    /// Encrypts the labels and authenticates the ring again.
    private mutating func close() {
        var bytes = [UInt8(key.earlier.count)]
        for key in key.earlier { bytes += key.vault.bytes + key.secret.revealed }
        for slot in ring.slots {
            guard let label = labels[slot.id] else { preconditionFailure("A slot without label") }
            bytes += slot.id.bytes
            bytes.append(counted: label.name.utf8.prefix(1024))
            bytes.append(number: label.made)
            bytes.append(number: label.used ?? -1)
        }
        ring.earlier = key.earlier.map(\.vault)
        ring.labels = Envelope.close(
            SecretBytes(taking: &bytes),
            under: key.key(for: .labels),
            context: key.vault.bytes
        )
        ring.seal = ring.seal(under: key)
    }

    private static func read(
        _ labels: SecretBytes,
        under key: VaultKey
    ) throws(VaultError) -> (VaultKey, [KeySlotID: Label]) {
        var reader = ByteReader(labels.revealed)
        var read: [KeySlotID: Label] = [:]
        var earlier: [VaultKey] = []
        do {
            for _ in 0..<(try reader.number(UInt8.self)) {
                let vault = VaultID(bytes: try reader.bytes(VaultID.size))
                var secret = try reader.bytes(VaultKey.size)
                let bytes = SecretBytes(taking: &secret)
                guard let vault, let key = VaultKey(vault: vault, secret: bytes) else {
                    throw ByteReader.Ended()
                }
                earlier.append(key)
            }
            while !reader.isAtEnd {
                let id = KeySlotID(bytes: try reader.bytes(KeySlotID.size))
                let label = Label(
                    name: String(decoding: try reader.counted(), as: UTF8.self),
                    made: try reader.number(),
                    used: try reader.number()
                )
                read[id] = label
            }
        } catch {
            throw .keysDamaged(path: "")
        }
        for (id, label) in read where label.used == -1 { read[id]?.used = nil }
        guard let key = VaultKey(vault: key.vault, secret: key.secret, earlier: earlier) else {
            throw .keysDamaged(path: "")
        }
        return (key, read)
    }
}

extension KeySlot {
    fileprivate var isOnPaper: Bool { if case .recoveryCode = means { true } else { false } }
}

package enum NewSlot: Sendable {
    /// With the usual cost of an attempt.
    case passphrase(Passphrase)
    /// With a cost chosen by a test.
    case measured(Passphrase, PassphraseCost)
    case recoveryCode(RecoveryCode)
    /// A passkey and the secret it derived from the salt.
    case passkey(Passkey, PasskeySecret)

    fileprivate func slot(holding key: VaultKey) throws(VaultError) -> KeySlot {
        switch self {
        case .passphrase(let passphrase):
            return try NewSlot.measured(passphrase, .usual()).slot(holding: key)
        case .measured(let passphrase, let cost):
            let means = PassphraseMeans(hash: cost.hash())
            let slotKey = try passphrase.key(means.hash)
            return KeySlot(.passphrase(means), holding: key, under: slotKey)
        case .recoveryCode(let code):
            let salt = SecureGenerator.bytes(count: KeySlot.saltSize)
            return KeySlot(.recoveryCode(salt: salt), holding: key, under: code.key(salt: salt))
        case .passkey(let passkey, let secret):
            return KeySlot(.passkey(passkey), holding: key, under: secret.key(of: passkey))
        }
    }
}
