internal import JSON

/// A value of a file to write: unchanged, new, or with some members changed.
indirect enum CatalogPiece {
    case unchanged(JSONNode)
    case string(String)
    case number(Int)
    /// An object with its members in order; the original determines its layout.
    case object([Member], original: JSONNode?)

    struct Member {
        var key: String
        var value: CatalogPiece
        /// Its index in the original object; nil for a new member.
        var index: Int?
    }
}

extension CatalogPiece {
    /// An object with some members set or (by nil) removed, and all others unchanged.
    static func object(
        _ original: JSONNode?,
        setting changes: [(key: String, value: CatalogPiece?)]
    )
        -> CatalogPiece
    {
        let old = original?.members ?? []
        guard !old.isEmpty else {
            let members = changes.compactMap { change in
                change.value.map { Member(key: change.key, value: $0) }
            }
            return .object(members, original: original)
        }
        // A linear search is faster in small objects.
        var positions: [String: Int] = [:]
        if changes.count > 8 {
            positions.reserveCapacity(changes.count)
            for (position, change) in changes.enumerated() { positions[change.key] = position }
        }
        var members: [Member] = []
        members.reserveCapacity(old.count + changes.count)
        var isDone = Array(repeating: false, count: changes.count)
        for (index, member) in old.enumerated() {
            let position =
                changes.count > 8
                ? positions[member.key] : changes.firstIndex { $0.key == member.key }
            guard let position else {
                members.append(
                    Member(key: member.key, value: .unchanged(member.value), index: index)
                )
                continue
            }
            isDone[position] = true
            if let value = changes[position].value {
                members.append(Member(key: member.key, value: value, index: index))
            }
        }
        let added = changes.indices.compactMap { position in
            isDone[position]
                ? nil
                : changes[position].value.map { Member(key: changes[position].key, value: $0) }
        }
        return .object(
            added.isEmpty ? members : merged(members, added, like: old),
            original: original
        )
    }

    /// New members are inserted in order if the old ones are sorted, and otherwise appended.
    private static func merged(
        _ members: [Member],
        _ added: [Member],
        like old: [JSONNode.Member]
    ) -> [Member] {
        guard zip(old, old.dropFirst()).allSatisfy({ precedes($0.key, $1.key) }) else {
            return members + added
        }
        var merged: [Member] = []
        merged.reserveCapacity(members.count + added.count)
        var rest = added.sorted { precedes($0.key, $1.key) }[...]
        for member in members {
            while let next = rest.first, precedes(next.key, member.key) {
                merged.append(next)
                rest.removeFirst()
            }
            merged.append(member)
        }
        return merged + rest
    }

    /// Unchanged if the text is the same, even if it is escaped differently.
    static func string(_ text: String, original: JSONNode?) -> CatalogPiece {
        if let original, original.string == text { return .unchanged(original) }
        return .string(text)
    }

    /// Ignores case first, as Xcode sorts keys.
    private static func precedes(_ left: String, _ right: String) -> Bool {
        (left.lowercased(), left) < (right.lowercased(), right)
    }
}
