internal import SQLite

/// An object with its values and the stamps of its parts: what merging works on, without a database.
///
/// A part is covered by its own fact, by that of the card around it, or by that of the whole object, whichever is latest.
/// So every part is a register in which the last writer wins, and in whatever order facts arrive, the result is the same.
struct SyncObject: Equatable {
    let key: ObjectKey
    /// Whether there is such an object.
    var exists = false
    /// The values of its parts; those that have none are absent.
    var values: [String: Value] = [:]
    /// The stamps of the parts that have facts of their own, and of the whole object (an empty name).
    var stamps: [String: Stamp] = [:]

    /// A value that lost.
    struct Loss {
        var part: String
        var value: Value
        var stamp: Stamp
    }

    init(_ key: ObjectKey) { self.key = key }

    /// A part, what is around it, and the whole object.
    static func around(_ part: String) -> [String] {
        guard !part.isEmpty else { return [""] }
        guard part.hasPrefix("card "),
            let space = part.utf8.dropFirst(5).firstIndex(of: UInt8(ascii: " "))
        else { return ["", part] }
        return ["", String(part[..<space]), part]
    }

    func stamp(of part: String) -> Stamp? {
        Self.around(part).compactMap { stamps[$0] }.max()
    }

    /// Merges a fact.
    ///
    /// - Parameters:
    ///   - isConcurrent: Whether the sender did not know a fact here that its own replaces.
    ///   - lost: Receives what loses.
    /// - Returns: Whether the object was deleted elsewhere and stays because of a later edit, so that it has to be sent again.
    mutating func take(
        _ fact: Fact,
        isConcurrent: (Stamp) -> Bool = { _ in false },
        lost: (Loss) throws -> Void = { _ in }
    ) rethrows -> Bool {
        let part = fact.key.part
        guard let values = fact.values else {
            return try delete(at: fact.stamp, isConcurrent: isConcurrent, lost: lost)
        }
        if !exists {
            if isGone(after: fact) {
                // Whoever deleted the object did not know the fact, which would usually not have come otherwise.
                for (name, value) in values.sorted(by: { $0.key < $1.key }) {
                    try lost(Loss(part: name, value: value, stamp: fact.stamp))
                }
                return false
            }
            guard part.isEmpty else { return false }
            exists = true
        }
        let reviews = self.values["reviews"]?.number
        let affected = Set(values.keys).union(
            part.isEmpty
                ? Array(self.values.keys)
                : self.values.keys.filter { Self.around($0).contains(part) }
        )
        // Sorted, so that what loses is kept in the same order each time.
        for name in affected.sorted() {
            let new = values[name]
            let old = self.values[name]
            let stamp = stamp(of: name)
            if let stamp, !wins(fact, over: stamp, reviews) {
                if new != old, fact.stamp < stamp, let new {
                    try lost(Loss(part: name, value: new, stamp: fact.stamp))
                }
                continue
            }
            if old != new, let old, let stamp, isConcurrent(stamp) {
                try lost(Loss(part: name, value: old, stamp: stamp))
            }
            self.values[name] = new
        }
        let before = stamps[part]
        if before.map({ wins(fact, over: $0, reviews) }) ?? true {
            stamps[part] = fact.stamp
            stamps = stamps.filter { name, stamp in
                name == part || stamp > fact.stamp || !Self.around(name).contains(part)
            }
        }
        return false
    }

    private func wins(_ fact: Fact, over stamp: Stamp, _ reviews: Int64?) -> Bool {
        if MergeFault.firstWriterWins.isPresent { return fact.stamp < stamp }
        if MergeFault.wholeObjectsWin.isPresent, fact.key.part.isEmpty { return true }
        // The fit over more reviews wins.
        if key == .parameters, !MergeFault.latestParametersWin.isPresent {
            let (new, old) = (fact.values?["reviews"]?.number ?? 0, reviews ?? 0)
            if new != old, fact.values != nil { return new > old }
        }
        if MergeFault.tiesStay.isPresent { return fact.stamp.clock > stamp.clock }
        return fact.stamp > stamp
    }

    /// Whether the object was deleted later than a fact was written.
    func isGone(after fact: Fact) -> Bool {
        !exists && stamps[""].map { $0 > fact.stamp } ?? false
    }

    /// Whether a fact is about a part of an object that does not exist yet, or that was deleted before.
    func isAwaited(by fact: Fact) -> Bool {
        !exists && !fact.key.part.isEmpty && !isGone(after: fact)
    }

    /// Merges a deletion.
    ///
    /// - Parameters:
    ///   - isConcurrent: Whether the sender did not know a fact here.
    ///   - lost: Receives what is deleted and has such a fact.
    /// - Returns: Whether the object stays because of a later edit.
    private mutating func delete(
        at stamp: Stamp,
        isConcurrent: (Stamp) -> Bool,
        lost: (Loss) throws -> Void
    ) rethrows -> Bool {
        if let whole = stamps[""], whole >= stamp { return false }
        if exists, !MergeFault.deletionsWin.isPresent,
            stamps.values.contains(where: { $0 > stamp })
        {
            return true
        }
        if stamps.values.contains(where: isConcurrent) {
            for (name, value) in values.sorted(by: { $0.key < $1.key }) {
                guard let written = self.stamp(of: name), isConcurrent(written) else { continue }
                try lost(Loss(part: name, value: value, stamp: written))
            }
        }
        exists = false
        values = [:]
        stamps = ["": stamp]
        return false
    }

    /// Takes over everything of another object that was found to be the same.
    ///
    /// - Parameter lost: Receives what loses.
    /// - Returns: Whether one was deleted elsewhere and both stay because of a later edit.
    mutating func absorb(
        _ other: SyncObject,
        lost: (Loss) throws -> Void = { _ in }
    ) rethrows -> Bool {
        guard exists || other.exists else {
            stamps[""] = [stamps[""], other.stamps[""]].compactMap { $0 }.max()
            return false
        }
        guard exists, other.exists else {
            let deleted = (exists ? other : self).stamps[""]
            if other.exists { (exists, values, stamps) = (true, other.values, other.stamps) }
            guard let deleted else { return false }
            // Whoever deleted one of the two did not know that the other one was the same.
            return try delete(at: deleted, isConcurrent: { _ in true }, lost: lost)
        }
        let parts = Set(values.keys).union(other.values.keys).union(stamps.keys).union(
            other.stamps.keys
        )
        let whole = [stamps[""], other.stamps[""]].compactMap { $0 }.max()
        var merged = SyncObject(key)
        merged.exists = true
        merged.stamps[""] = whole
        for part in parts.sorted() where !part.isEmpty {
            let (mine, theirs) = (stamp(of: part), other.stamp(of: part))
            let isMine =
                MergeFault.firstWriterWins.isPresent
                || (mine.map { $0 > theirs ?? $0 } ?? (theirs == nil))
            let (kept, left) =
                isMine ? (values[part], other.values[part]) : (other.values[part], values[part])
            merged.values[part] = kept
            if let left, left != kept, let stamp = isMine ? theirs : mine {
                try lost(Loss(part: part, value: left, stamp: stamp))
            }
            let stamp = isMine ? mine : theirs
            if let stamp, merged.stamp(of: part).map({ stamp > $0 }) ?? true {
                merged.stamps[part] = stamp
            }
        }
        self = merged
        return false
    }

    /// Whether a fact that was just merged shows that a note was edited after somebody had put it into the bin who did not know
    /// of the edit, so that it has to come back.
    ///
    /// - Parameter isConcurrent: Whether the sender of the fact did not know a fact here.
    func wasEditedUnaware(_ fact: Fact, isConcurrent: (Stamp) -> Bool) -> Bool {
        guard key.kind == SyncKind.note.rawValue, values["binned"] != nil,
            let binned = stamp(of: "binned")
        else { return false }
        if Self.isEdit(fact.key.part) { return fact.stamp > binned && isConcurrent(binned) }
        return fact.stamp == binned
            && stamps.contains { Self.isEdit($0) && $1 > binned && isConcurrent($1) }
    }

    private static func isEdit(_ part: String) -> Bool {
        part.hasPrefix("field ") || part.hasPrefix("tag ")
            || ["word", "place", "deck"].contains(part)
    }

    /// Makes all values those of a new fact.
    mutating func restamp(_ stamp: Stamp) { stamps = ["": stamp] }
}

extension ObjectKey {
    static let parameters = ObjectKey(SyncKind.setting.rawValue, .text(SyncMap.parameters))
}

extension Value {
    package var number: Int64? { if case .integer(let number) = self { number } else { nil } }

    var string: String? { if case .text(let text) = self { text } else { nil } }
}
