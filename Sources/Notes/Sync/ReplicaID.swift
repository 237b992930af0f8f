internal import Languages

/// Identifies a replica: one file that belongs to a learner.
///
/// 128 random bits, shown as 32 hexadecimal digits.
package struct ReplicaID: Hashable, Sendable {
    package static let size = 16

    let high: UInt64
    let low: UInt64

    package init(using generator: inout some RandomNumberGenerator) {
        high = .random(in: .min ... .max, using: &generator)
        low = .random(in: .min ... .max, using: &generator)
    }

    /// Nil unless there are exactly 16 bytes.
    package init?(bytes: [UInt8]) {
        guard bytes.count == Self.size else { return nil }
        (high, low) = bytes.withUnsafeBytes { bytes in
            (
                UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
                UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            )
        }
    }

    /// Parses 32 lowercase hexadecimal digits.
    package init?(_ text: some StringProtocol) {
        guard let bytes = [UInt8](hexadecimal: text) else { return nil }
        self.init(bytes: bytes)
    }

    package var bytes: [UInt8] {
        [high, low].flatMap { number in
            stride(from: 56, through: 0, by: -8).map {
                UInt8(truncatingIfNeeded: number >> UInt64($0))
            }
        }
    }
}

extension ReplicaID: Comparable {
    package static func < (left: ReplicaID, right: ReplicaID) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }
}

extension ReplicaID: CustomStringConvertible {
    package var description: String { bytes.hexadecimal }
}

extension ReplicaID: Codable {
    package init(from decoder: any Decoder) throws {
        self = try decoder.parsed(by: { ReplicaID($0) }, orFailing: "is not a replica")
    }

    package func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}
