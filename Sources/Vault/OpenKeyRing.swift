internal import Sodium

/// The ways to unlock a library while it is open: they can be added, named and removed.
public struct OpenKeyRing: Sendable {
    /// What a slot is called, and when it was made and used, in milliseconds since 1970.
    public struct Label: Hashable, Sendable {
        /// What its owner calls it.
        public var name: String
        /// When it was added.
        public let made: Int64
        /// When it last unlocked the library; nil where it never did.
        public var used: Int64?
    }

    /// The library's key.
    public private(set) var key: VaultKey
    /// Which slot was opened; nil where the ring is new.
    public let openedBy: KeySlotID?
    /// What stands in the file.
    public private(set) var ring: KeyRing
    private var labels: [KeySlotID: Label]

    /// The longest name of a slot, in characters.
    public static let maximumName = 60

    /// Makes the ring of a library that is being sealed, with its first slot.
    public init(for key: VaultKey, _ slot: NewSlot, named name: String, at moment: Int64)
        throws(VaultError)
    {
        self.key = key
        openedBy = nil
        ring = KeyRing(vault: key.vault, slots: [], labels: [], seal: [])
        labels = [:]
        try add(slot, named: name, at: moment)
    }

    /// Opens a ring whose key was found; refuses one that was changed by somebody who had no key.
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

    /// What a slot is called; a slot always has a label.
    public subscript(slot: KeySlotID) -> Label? { labels[slot] }

    // MARK: - Changes

    /// Adds a way to unlock.
    @discardableResult
    public mutating func add(
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

    /// Calls a slot something else.
    public mutating func rename(_ slot: KeySlotID, to name: String) throws(VaultError) {
        guard labels[slot] != nil else { throw .noSuchSlot }
        labels[slot]?.name = Self.fitting(name)
        close()
    }

    /// Takes a way to unlock away; the last one cannot go, nor can the last that is not a code on paper.
    public mutating func remove(_ slot: KeySlotID) throws(VaultError) {
        guard let index = ring.slots.firstIndex(where: { $0.id == slot }) else { throw .noSuchSlot }
        guard !isLast(slot) else { throw .lastSlot }
        ring.slots.remove(at: index)
        labels[slot] = nil
        close()
    }

    /// Whether nothing else than a code on paper would open the library without this slot.
    public func isLast(_ slot: KeySlotID) -> Bool {
        let others = ring.slots.filter { $0.id != slot }
        if ring.slots.contains(where: { $0.id == slot && $0.isOnPaper }) { return others.isEmpty }
        return others.allSatisfy(\.isOnPaper)
    }

    /// Keeps that a slot was used, and how often its passkey has signed by now.
    public mutating func use(
        _ slot: KeySlotID,
        signCount: UInt32? = nil,
        at moment: Int64
    ) throws(VaultError) {
        guard let index = ring.slots.firstIndex(where: { $0.id == slot }) else { throw .noSuchSlot }
        labels[slot]?.used = moment
        if let signCount, case .passkey(var passkey) = ring.slots[index].means {
            passkey.signCount = signCount
            ring.slots[index].means = .passkey(passkey)
        }
        close()
    }

    /// Lets the keys go that no file lies under any more.
    public mutating func forgetEarlierKeys() {
        key = key.alone
        close()
    }

    private static func fitting(_ name: String) -> String { String(name.prefix(maximumName)) }

    /// Writes the labels anew and seals the whole.
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

/// A way to unlock that is being added.
public enum NewSlot: Sendable {
    /// Made slow to try by the usual measure.
    case passphrase(Passphrase)
    /// The same by a measure that a test chooses.
    case measured(Passphrase, PassphraseCost)
    /// Shown once, and written down.
    case recoveryCode(RecoveryCode)
    /// A passkey and what it made of the salt.
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
