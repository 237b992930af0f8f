internal import JSON
internal import Languages
internal import Notes

/// Reads what `MessageEncoder` wrote, from a process that a file may have taken over: everything is checked.
struct MessageDecoder {
    /// A message that no reader writes.
    struct Malformed: Error {}

    private var bytes: [UInt8]
    private var position = 0
    // The same names come with every note.
    private var decks: [String: DeckName] = [:]
    private var tags: [String: TagName] = [:]
    private var faces: [String: Face] = [:]
    private var languages: [String: LanguageTag] = [:]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Goes on with another message of the same connection.
    mutating func begin(_ bytes: [UInt8]) {
        self.bytes = bytes
        position = 0
    }

    var isAtEnd: Bool { position == bytes.count }

    mutating func byte() throws(Malformed) -> UInt8 {
        guard position < bytes.count else { throw Malformed() }
        defer { position += 1 }
        return bytes[position]
    }

    mutating func number() throws(Malformed) -> Int64 {
        var number: UInt64 = 0
        for shift in stride(from: 0, through: 63, by: 7) {
            let byte = try byte()
            number |= UInt64(truncatingIfNeeded: byte & 0x7F) << shift
            guard byte & 0x80 != 0 else {
                return Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
            }
        }
        throw Malformed()
    }

    mutating func int() throws(Malformed) -> Int { Int(clamping: try number()) }

    mutating func flag() throws(Malformed) -> Bool { try byte() != 0 }

    mutating func real() throws(Malformed) -> Double {
        var pattern: UInt64 = 0
        for shift in stride(from: 0, to: 64, by: 8) {
            pattern |= UInt64(truncatingIfNeeded: try byte()) << shift
        }
        return Double(bitPattern: pattern)
    }

    /// The number of elements that follow, each of which takes a byte at least.
    mutating func count() throws(Malformed) -> Int {
        let count = try int()
        guard (0...bytes.count - position).contains(count) else { throw Malformed() }
        return count
    }

    private mutating func slice() throws(Malformed) -> ArraySlice<UInt8> {
        let count = try count()
        defer { position += count }
        return bytes[position..<position + count]
    }

    mutating func content() throws(Malformed) -> [UInt8] { Array(try slice()) }

    mutating func text() throws(Malformed) -> String {
        String(decoding: try slice(), as: UTF8.self)
    }

    mutating func optional<Value>(
        _ body: (inout Self) throws(Malformed) -> Value
    ) throws(Malformed) -> Value? {
        try flag() ? try body(&self) : nil
    }

    mutating func all<Value>(
        _ body: (inout Self) throws(Malformed) -> Value
    ) throws(Malformed) -> [Value] {
        var values: [Value] = []
        for _ in 0..<(try count()) { values.append(try body(&self)) }
        return values
    }

    mutating func names() throws(Malformed) -> [String: String] {
        var names: [String: String] = [:]
        for _ in 0..<(try count()) {
            let name = try text()
            names[name] = try text()
        }
        return names
    }

    mutating func json<Value: Decodable>(_: Value.Type = Value.self) throws(Malformed) -> Value {
        guard let value = try? JSONCoding.decode(Value.self, from: try slice()) else {
            throw Malformed()
        }
        return value
    }

    // MARK: - Names

    mutating func deck() throws(Malformed) -> DeckName {
        try known(\.decks) { DeckName($0) }
    }

    mutating func tag() throws(Malformed) -> TagName {
        try known(\.tags) { TagName($0) }
    }

    mutating func face() throws(Malformed) -> Face {
        try known(\.faces) { Face($0) }
    }

    mutating func language() throws(Malformed) -> LanguageTag {
        try known(\.languages) { LanguageTag($0) }
    }

    private mutating func known<Name>(
        _ names: WritableKeyPath<Self, [String: Name]>,
        _ parse: (String) -> Name?
    ) throws(Malformed) -> Name {
        let text = try text()
        if let name = self[keyPath: names][text] { return name }
        guard let name = parse(text) else { throw Malformed() }
        self[keyPath: names][text] = name
        return name
    }
}
