internal import JSON

/// A value of a file that is to be written: as it was, anew, or with some members changed.
indirect enum CatalogPiece {
    case unchanged(JSONNode)
    case string(String)
    case number(Int)
    /// An object with its members in order; the original tells how it was laid out.
    case object([Member], original: JSONNode?)

    struct Member {
        var key: String
        var value: CatalogPiece
        /// Which member of the original it was.
        var index: Int?
    }
}

extension CatalogPiece {
    /// An object with some members set (or, by nil, taken out) and all others as they were.
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
        var places: [String: Int] = [:]
        if changes.count > 8 {
            places.reserveCapacity(changes.count)
            for (place, change) in changes.enumerated() { places[change.key] = place }
        }
        var members: [Member] = []
        members.reserveCapacity(old.count + changes.count)
        var isDone = Array(repeating: false, count: changes.count)
        for (index, member) in old.enumerated() {
            let place =
                changes.count > 8
                ? places[member.key] : changes.firstIndex { $0.key == member.key }
            guard let place else {
                members.append(
                    Member(key: member.key, value: .unchanged(member.value), index: index)
                )
                continue
            }
            isDone[place] = true
            if let value = changes[place].value {
                members.append(Member(key: member.key, value: value, index: index))
            }
        }
        let added = changes.indices.compactMap { place in
            isDone[place]
                ? nil : changes[place].value.map { Member(key: changes[place].key, value: $0) }
        }
        return .object(
            added.isEmpty ? members : merged(members, added, like: old),
            original: original
        )
    }

    /// New members go where they belong, if there is an order to belong to, else to the end.
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

    /// As it was if the text is the same, however it was written.
    static func string(_ text: String, original: JSONNode?) -> CatalogPiece {
        if let original, original.string == text { return .unchanged(original) }
        return .string(text)
    }

    /// Capitals beside small letters, as Xcode sorts its keys.
    private static func precedes(_ left: String, _ right: String) -> Bool {
        let (small, other) = (left.lowercased(), right.lowercased())
        return small == other ? left < right : small < other
    }
}
