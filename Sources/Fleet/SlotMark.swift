internal import Sodium

extension Slot {
    /// What a library's file stores of the slot up to which it has everything: its number, and something that no other
    /// slot of that number has.
    var mark: String {
        let name =
            switch kind {
            case .snapshot: Array(body.prefix(SnapshotBody.nonceSize))
            default: Array(Digest(of: body + "\(term)".utf8).bytes.prefix(8))
            }
        return "\(number) \(Hexadecimal.text(of: name))"
    }

    static func number(ofMark mark: String) -> Int64? {
        mark.split(separator: " ").first.flatMap { Int64($0) }
    }
}

/// The content of a slot that says that the library is another one: a random name, and the hash of the file.
struct SnapshotBody {
    static let nonceSize = 8

    static var newNonce: [UInt8] { SecureGenerator.bytes(count: nonceSize) }

    let nonce: [UInt8]
    let digest: [UInt8]

    init(nonce: [UInt8], digest: [UInt8]) { (self.nonce, self.digest) = (nonce, digest) }

    init(_ body: [UInt8]) {
        nonce = Array(body.prefix(Self.nonceSize))
        digest = Array(body.dropFirst(Self.nonceSize))
    }

    var bytes: [UInt8] { nonce + digest }
}
