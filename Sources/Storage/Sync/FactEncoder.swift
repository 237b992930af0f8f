package import Notes
package import SQLite

/// Writes facts as bytes: numbers in as few as they need, and each name once.
package struct FactEncoder {
    package private(set) var bytes: [UInt8] = []
    private var names: [String: Int] = [:]
    private var replicas: [ReplicaID: Int] = [:]
    private var clock: Int64 = 0

    package init() {}

    package mutating func add(_ fact: Fact) {
        add(name: fact.key.object.kind)
        add(fact.key.object.id)
        add(name: fact.key.part)
        add(fact.stamp.replica)
        add(fact.stamp.sequence)
        add(fact.stamp.clock &- clock)
        clock = fact.stamp.clock
        add(fact.values)
    }

    /// Removes what came after the first bytes; nothing can be added then.
    package mutating func cut(to count: Int) { bytes.removeLast(bytes.count - count) }

    package mutating func add(_ values: [String: Value]?) {
        guard let values else { return add(unsigned: 0) }
        add(unsigned: UInt64(values.count) + 1)
        for (name, value) in values.sorted(by: { $0.key < $1.key }) {
            add(name: name)
            add(value)
        }
    }

    package mutating func add(_ replica: ReplicaID) {
        if let number = replicas[replica] { return add(unsigned: UInt64(number)) }
        replicas[replica] = replicas.count + 1
        add(unsigned: 0)
        bytes += replica.bytes
    }

    /// A number, of which those near 0 are short.
    package mutating func add(_ number: Int64) {
        add(unsigned: UInt64(bitPattern: number << 1 ^ number >> 63))
    }

    package mutating func add(unsigned number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    package mutating func add(text: String) {
        add(unsigned: UInt64(text.utf8.count))
        bytes += text.utf8
    }

    private mutating func add(name: String) {
        if let number = names[name] { return add(unsigned: UInt64(number)) }
        names[name] = names.count + 1
        add(unsigned: 0)
        add(text: name)
    }

    private mutating func add(_ value: Value) {
        switch value {
        case .null: bytes.append(0)
        case .integer(let number):
            bytes.append(1)
            add(number)
        case .real(let number):
            bytes.append(2)
            for shift in stride(from: 0, to: 64, by: 8) {
                bytes.append(UInt8(truncatingIfNeeded: number.bitPattern >> UInt64(shift)))
            }
        case .text(let text):
            bytes.append(3)
            add(text: text)
        case .blob(let blob):
            bytes.append(4)
            add(unsigned: UInt64(blob.count))
            bytes += blob
        }
    }
}

/// Reads what `FactEncoder` writes; any other bytes are an error, and take no more memory than they have.
package struct FactDecoder {
    private let bytes: [UInt8]
    private var position = 0
    private var names: [String] = []
    private var replicas: [ReplicaID] = []
    private var clock: Int64 = 0

    /// The bytes are not a page.
    package struct Flaw: Error, Hashable {
        package init() {}
    }

    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    package var isAtEnd: Bool { position == bytes.count }

    package mutating func fact() throws(Flaw) -> Fact {
        let kind = try name()
        let id = try value()
        switch id {
        case .integer, .text: break
        default: throw Flaw()
        }
        let part = try name()
        let replica = try replica()
        let sequence = try number()
        clock &+= try number()
        guard sequence > 0, clock > 0 else { throw Flaw() }
        let stamp = Stamp(clock: clock, replica: replica, sequence: sequence)
        return Fact(key: FactKey(ObjectKey(kind, id), part), stamp: stamp, values: try values())
    }

    package mutating func values() throws(Flaw) -> [String: Value]? {
        let count = try unsigned()
        guard count > 0 else { return nil }
        // Each has two bytes at least.
        guard count - 1 <= UInt64(bytes.count - position) / 2 else { throw Flaw() }
        var values: [String: Value] = [:]
        for _ in 1..<count {
            let name = try name()
            guard values.updateValue(try value(), forKey: name) == nil else { throw Flaw() }
        }
        return values
    }

    package mutating func replica() throws(Flaw) -> ReplicaID {
        if let known = try element(of: replicas) { return known }
        let bytes = Array(try take(UInt64(ReplicaID.size)))
        guard let replica = ReplicaID(bytes: bytes) else { throw Flaw() }
        replicas.append(replica)
        return replica
    }

    package mutating func number() throws(Flaw) -> Int64 {
        let number = try unsigned()
        return Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
    }

    package mutating func unsigned() throws(Flaw) -> UInt64 {
        var number: UInt64 = 0
        for shift in stride(from: UInt64(0), through: 63, by: 7) {
            guard position < bytes.count else { throw Flaw() }
            let byte = bytes[position]
            position += 1
            guard shift < 63 || byte <= 1 else { throw Flaw() }
            number |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return number }
        }
        throw Flaw()
    }

    package mutating func text() throws(Flaw) -> String {
        let bytes = try take(try unsigned())
        guard let text = String(validating: bytes, as: UTF8.self) else { throw Flaw() }
        return text
    }

    private mutating func name() throws(Flaw) -> String {
        if let known = try element(of: names) { return known }
        let name = try text()
        names.append(name)
        return name
    }

    /// An element that came before, by its number; nil where a new one follows.
    private mutating func element<Element>(of known: [Element]) throws(Flaw) -> Element? {
        let number = try unsigned()
        guard number > 0 else { return nil }
        guard number <= UInt64(known.count) else { throw Flaw() }
        return known[Int(clamping: number) - 1]
    }

    private mutating func value() throws(Flaw) -> Value {
        switch try take(1).first {
        case 0: return .null
        case 1: return .integer(try number())
        case 2:
            var pattern: UInt64 = 0
            for byte in try take(8).reversed() { pattern = pattern << 8 | UInt64(byte) }
            return .real(Double(bitPattern: pattern))
        case 3: return .text(try text())
        case 4: return .blob(Array(try take(try unsigned())))
        default: throw Flaw()
        }
    }

    private mutating func take(_ count: UInt64) throws(Flaw) -> ArraySlice<UInt8> {
        guard count <= UInt64(bytes.count - position) else { throw Flaw() }
        defer { position += Int(clamping: count) }
        return bytes[position..<position + Int(clamping: count)]
    }
}
