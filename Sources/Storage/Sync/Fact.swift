package import SQLite

/// A part of an object with its value, as it travels from one replica to another.
package struct Fact: Hashable, Sendable {
    package var key: FactKey
    package var stamp: Stamp
    /// The values of the part and of those inside it; nil if the object is gone.
    package var values: [String: Value]?

    package init(key: FactKey, stamp: Stamp, values: [String: Value]?) {
        self.key = key
        self.stamp = stamp
        self.values = values
    }
}

/// Names a part of an object; the empty part is the whole object.
package struct FactKey: Hashable, Sendable {
    package var object: ObjectKey
    package var part: String

    package init(_ object: ObjectKey, _ part: String = "") {
        self.object = object
        self.part = part
    }
}

/// Names an object: its kind, and a number or a name.
package struct ObjectKey: Hashable, Sendable {
    package var kind: String
    package var id: Value

    package init(_ kind: String, _ id: Value) {
        self.kind = kind
        self.id = id
    }

    init(_ kind: SyncKind, _ id: Int64) { self.init(kind.rawValue, .integer(id)) }

    /// The number of an object that has one.
    var number: Int64? {
        guard case .integer(let number) = id else { return nil }
        return number
    }

    /// The name of an object that has one.
    var name: String? {
        guard case .text(let name) = id else { return nil }
        return name
    }

    /// Whether notes refer to it.
    var isReferredTo: Bool { [SyncKind.type.rawValue, SyncKind.deck.rawValue].contains(kind) }

    /// Whether this is the smaller of two objects of one kind.
    func precedes(_ other: ObjectKey) -> Bool {
        (number ?? 0, name ?? "") < (other.number ?? 0, other.name ?? "")
    }
}

/// The kinds of objects that this version knows; their names are the same in every version.
enum SyncKind: String, CaseIterable {
    // In the order in which they may refer to each other.
    case type, deck, setting, medium, note, overwritten, event
}
