package import Notes

/// What a library says of itself before it syncs, with each page in both directions.
package struct SyncState: Hashable, Codable, Sendable {
    /// The version of pages that this program writes.
    package static let currentFormat = 1

    package var format: Int
    /// Nil for a new library in which nothing was done yet: it may become a copy of any other.
    package var library: LibraryLineage?
    package var replica: ReplicaID
    package var vector: SyncVector
    /// Names, of each replica, the openings up to its sequence in the vector; nil while pages wait to be merged.
    package var openings: SyncVector?
    /// The first sequence that a replica has given to two facts, of each that has; nil if none has.
    package var reused: SyncVector?

    package init(
        format: Int = currentFormat,
        library: LibraryLineage?,
        replica: ReplicaID,
        vector: SyncVector,
        openings: SyncVector? = nil,
        reused: SyncVector? = nil
    ) {
        self.format = format
        self.library = library
        self.replica = replica
        self.vector = vector
        self.openings = openings
        self.reused = reused
    }
}

/// What all copies of one library have in common: the ID that it was created with.
package struct LibraryLineage: Hashable, Sendable {
    package var id: String

    package init(id: String) { self.id = id }
}

extension LibraryLineage: Codable {
    package init(from decoder: any Decoder) throws {
        id = try decoder.singleValueContainer().decode(String.self)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(id)
    }
}
