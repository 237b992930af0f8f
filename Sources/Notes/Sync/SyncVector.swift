/// What a replica holds: of each replica, the highest sequence up to which nothing is missing.
package struct SyncVector: Hashable, Sendable {
    package private(set) var sequences: [ReplicaID: Int64]

    /// More than this many replicas are not read.
    package static let maximumCount = 10_000
    /// Pages make no more than this many known, so that a library can still become a new replica.
    package static let mergedCount = 9_000
    /// What a sequence can be: more than anybody writes, and so few that those of all replicas have a sum.
    package static let range: ClosedRange<Int64> = 0...1 << 40

    package init(_ sequences: [ReplicaID: Int64] = [:]) {
        self.sequences = sequences.filter { $0.value > 0 }
    }

    /// 0 of a replica that is unknown.
    package subscript(replica: ReplicaID) -> Int64 {
        get { sequences[replica] ?? 0 }
        set { sequences[replica] = newValue > 0 ? newValue : nil }
    }

    /// Whether nothing is missing that another replica holds.
    package func includes(_ other: SyncVector) -> Bool {
        other.sequences.allSatisfy { self[$0.key] >= $0.value }
    }

    /// What both replicas hold.
    package func intersection(_ other: SyncVector) -> SyncVector {
        let pairs = sequences.map { ($0.key, min($0.value, other[$0.key])) }
        return SyncVector(Dictionary(uniqueKeysWithValues: pairs))
    }

    /// Adds what another replica holds.
    package mutating func formUnion(_ other: SyncVector) {
        sequences.merge(other.sequences) { max($0, $1) }
    }
}

extension SyncVector: Codable {
    package init(from decoder: any Decoder) throws {
        let values = try decoder.singleValueContainer().decode([String: Int64].self)
        var sequences: [ReplicaID: Int64] = [:]
        for (text, sequence) in values {
            guard let replica = ReplicaID(text), sequence > 0, Self.range.contains(sequence),
                values.count <= Self.maximumCount
            else {
                throw DecodingError.dataCorrupted(
                    .init(codingPath: decoder.codingPath, debugDescription: "not a vector")
                )
            }
            sequences[replica] = sequence
        }
        self.init(sequences)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        let pairs = sequences.map { ($0.key.description, $0.value) }
        try container.encode(Dictionary(uniqueKeysWithValues: pairs))
    }
}
