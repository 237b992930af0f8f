package import Notes

/// What a library says of itself before it syncs: the body of `/sync/have`, in both directions.
package struct SyncState: Hashable, Codable, Sendable {
    /// The version of pages that this program writes.
    package static let currentFormat = 1

    package var format: Int
    /// Nil for a new library in which nothing was done yet: it may become a copy of any other.
    package var library: LibraryLineage?
    package var replica: ReplicaID
    package var vector: SyncVector

    package init(
        format: Int = currentFormat,
        library: LibraryLineage?,
        replica: ReplicaID,
        vector: SyncVector
    ) {
        self.format = format
        self.library = library
        self.replica = replica
        self.vector = vector
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
