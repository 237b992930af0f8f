/// The fields of a Protocol Buffers message, in order; Anki stores media lists, decks and note types in such messages.
struct ProtobufFields {
    enum Value {
        case number(UInt64)
        case float(Float)
        case bytes(ArraySlice<UInt8>)
    }

    /// Each field with its number, from 1.
    private(set) var all: [(number: Int, value: Value)] = []

    /// Parses a message; nil where it is invalid.
    init?(_ bytes: some Collection<UInt8>) {
        var rest = ArraySlice(bytes)
        while !rest.isEmpty {
            guard let key = Self.number(&rest), let number = Int(exactly: key >> 3), number > 0,
                let value = Self.value(of: key & 7, &rest)
            else { return nil }
            all.append((number, value))
        }
    }

    /// The last number in a field; 0 where it is missing.
    func number(_ wanted: Int) -> UInt64 {
        guard case .number(let number)? = value(wanted) else { return 0 }
        return number
    }

    /// The bytes in a field; empty where it is missing.
    func bytes(_ wanted: Int) -> ArraySlice<UInt8> {
        guard case .bytes(let bytes)? = value(wanted) else { return [] }
        return bytes
    }

    /// The text in a field; empty where it is missing.
    func text(_ wanted: Int) -> String { String(decoding: bytes(wanted), as: UTF8.self) }

    /// All messages in a repeated field; nil where one is invalid.
    func messages(_ wanted: Int) -> [ProtobufFields]? {
        var messages: [ProtobufFields] = []
        for case (wanted, .bytes(let bytes)) in all {
            guard let message = ProtobufFields(bytes) else { return nil }
            messages.append(message)
        }
        return messages
    }

    /// All numbers in a repeated field, packed or not.
    func floats(_ wanted: Int) -> [Float] {
        all.filter { $0.number == wanted }.flatMap { field -> [Float] in
            switch field.value {
            case .float(let float): [float]
            case .bytes(let bytes):
                stride(from: bytes.startIndex, to: bytes.endIndex - 3, by: 4).map {
                    Self.float(bytes[$0..<$0 + 4])
                }
            case .number: []
            }
        }
    }

    /// The last value of a field.
    func value(_ wanted: Int) -> Value? { all.last { $0.number == wanted }?.value }

    private static func value(of kind: UInt64, _ rest: inout ArraySlice<UInt8>) -> Value? {
        switch kind {
        case 0: return number(&rest).map(Value.number)
        case 1:
            guard let bytes = take(8, &rest) else { return nil }
            return .number(bytes.reversed().reduce(0) { $0 << 8 | UInt64(truncatingIfNeeded: $1) })
        case 2:
            guard let length = number(&rest).flatMap({ Int(exactly: $0) }) else { return nil }
            return take(length, &rest).map(Value.bytes)
        case 5: return take(4, &rest).map { .float(float($0)) }
        default: return nil
        }
    }

    private static func take(
        _ count: Int,
        _ rest: inout ArraySlice<UInt8>
    ) -> ArraySlice<UInt8>? {
        guard count >= 0, count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    private static func float(_ bytes: ArraySlice<UInt8>) -> Float {
        Float(bitPattern: bytes.reversed().reduce(0) { $0 << 8 | UInt32(truncatingIfNeeded: $1) })
    }

    /// A varint: seven bits a byte, the lowest first; the highest bit is set on all but the last byte.
    private static func number(_ rest: inout ArraySlice<UInt8>) -> UInt64? {
        var number: UInt64 = 0
        for shift in stride(from: 0, to: 64, by: 7) {
            guard let byte = rest.popFirst() else { return nil }
            number |= UInt64(truncatingIfNeeded: byte & 0x7F) << shift
            if byte & 0x80 == 0 { return number }
        }
        return nil
    }
}
