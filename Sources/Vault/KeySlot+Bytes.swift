internal import Sodium

extension KeySlot {
    /// Parses what `append` writes; nil if it is invalid.
    init?(from reader: inout ByteReader) throws(ByteReader.Ended) {
        let id = KeySlotID(bytes: try reader.bytes(KeySlotID.size))
        guard let means = try Means(from: &reader) else { return nil }
        self.init(id: id, means: means, envelope: try reader.bytes(Self.envelopeSize))
    }

    func append(to bytes: inout [UInt8]) {
        bytes += id.bytes
        means.append(to: &bytes, isFixed: false)
        bytes += envelope
    }
}

extension KeySlot.Means {
    private enum Kind: UInt8 {
        case passphrase = 1
        case passkey = 2
        case recoveryCode = 3
    }

    fileprivate init?(from reader: inout ByteReader) throws(ByteReader.Ended) {
        switch Kind(rawValue: try reader.number()) {
        case .passphrase:
            let hash = PassphraseHash(
                memory: Int(try reader.number(UInt32.self)),
                passes: Int(try reader.number(UInt32.self)),
                salt: try reader.bytes(PassphraseHash.saltSize)
            )
            guard let hash else { return nil }
            self = .passphrase(PassphraseMeans(hash: hash))
        case .passkey:
            let passkey = Passkey(
                relyingParty: try reader.text(),
                credential: try reader.counted(),
                publicKey: try reader.counted(),
                salt: try reader.bytes(KeySlot.saltSize),
                signCount: try reader.number()
            )
            guard let passkey else { return nil }
            self = .passkey(passkey)
        case .recoveryCode: self = .recoveryCode(salt: try reader.bytes(KeySlot.saltSize))
        case nil: return nil
        }
    }

    /// - Parameter isFixed: Whether to leave out data that changes during the life of a slot.
    func append(to bytes: inout [UInt8], isFixed: Bool) {
        switch self {
        case .passphrase(let means):
            bytes.append(Kind.passphrase.rawValue)
            bytes.append(number: UInt32(means.hash.memory))
            bytes.append(number: UInt32(means.hash.passes))
            bytes += means.hash.salt
        case .passkey(let passkey):
            bytes.append(Kind.passkey.rawValue)
            bytes.append(counted: passkey.relyingParty.utf8)
            bytes.append(counted: passkey.credential)
            bytes.append(counted: passkey.publicKey)
            bytes += passkey.salt
            if !isFixed { bytes.append(number: passkey.signCount) }
        case .recoveryCode(let salt):
            bytes.append(Kind.recoveryCode.rawValue)
            bytes += salt
        }
    }
}
