/// A value of CBOR (RFC 8949), limited to what authenticators write: integers and definite lengths.
enum CBOR: Hashable, Sendable {
    case unsigned(UInt64)
    /// The value −1 − n.
    case negative(UInt64)
    case bytes([UInt8])
    case text(String)
    case array([CBOR])
    case map([CBOR: CBOR])
    case boolean(Bool)
    case null

    /// The maximum nesting depth (CTAP 2.1, section 8, requires four).
    private static let maximumDepth = 8

    /// The data is not CBOR, or not of the supported kind.
    struct Malformed: Error {}

    /// Parses all bytes as one value.
    init(_ bytes: some Collection<UInt8>) throws(Malformed) {
        var rest = ArraySlice(bytes)
        self = try Self.next(in: &rest)
        guard rest.isEmpty else { throw Malformed() }
    }

    /// Parses one value and leaves the rest.
    static func next(in bytes: inout ArraySlice<UInt8>) throws(Malformed) -> CBOR {
        try next(in: &bytes, depth: 0)
    }

    /// The integer, if it is one and fits.
    var integer: Int64? {
        switch self {
        case .unsigned(let number): Int64(exactly: number)
        case .negative(let number): Int64(exactly: number).map { -1 - $0 }
        default: nil
        }
    }

    /// The value for a key, if it is a map.
    subscript(key: CBOR) -> CBOR? {
        guard case .map(let map) = self else { return nil }
        return map[key]
    }

    /// The value for an integer key, if it is a map.
    subscript(key: Int) -> CBOR? {
        self[key < 0 ? .negative(UInt64(-1 - key)) : .unsigned(UInt64(key))]
    }

    var byteString: [UInt8]? {
        if case .bytes(let bytes) = self { bytes } else { nil }
    }

    private static func next(
        in bytes: inout ArraySlice<UInt8>,
        depth: Int
    ) throws(Malformed) -> CBOR {
        guard depth < maximumDepth, let first = bytes.popFirst() else { throw Malformed() }
        let kind = first >> 5
        guard kind != 7 else { return try simple(first & 31) }
        let number = try argument(first & 31, in: &bytes)
        switch kind {
        case 0: return .unsigned(number)
        case 1: return .negative(number)
        case 2: return .bytes(Array(try take(number, from: &bytes)))
        case 3:
            guard let text = String(validating: try take(number, from: &bytes), as: UTF8.self)
            else { throw Malformed() }
            return .text(text)
        case 4:
            // Each element takes at least one byte, so the data bounds the allocation.
            guard number <= UInt64(bytes.count) else { throw Malformed() }
            var array: [CBOR] = []
            for _ in 0..<number { array.append(try next(in: &bytes, depth: depth + 1)) }
            return .array(array)
        case 5:
            guard number <= UInt64(bytes.count / 2) else { throw Malformed() }
            var map: [CBOR: CBOR] = [:]
            for _ in 0..<number {
                let key = try next(in: &bytes, depth: depth + 1)
                let value = try next(in: &bytes, depth: depth + 1)
                guard map.updateValue(value, forKey: key) == nil else { throw Malformed() }
            }
            return .map(map)
        default: throw Malformed()
        }
    }

    private static func simple(_ value: UInt8) throws(Malformed) -> CBOR {
        switch value {
        case 20: .boolean(false)
        case 21: .boolean(true)
        case 22: .null
        default: throw Malformed()
        }
    }

    /// The argument after the initial byte, in its shortest form.
    private static func argument(
        _ value: UInt8,
        in bytes: inout ArraySlice<UInt8>
    ) throws(Malformed) -> UInt64 {
        guard value >= 24 else { return UInt64(value) }
        guard value < 28 else { throw Malformed() }
        let size = 1 << (value - 24)
        let number = try take(UInt64(size), from: &bytes).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let least: UInt64 = size == 1 ? 24 : 1 << (size * 4)
        guard number >= least else { throw Malformed() }
        return number
    }

    private static func take(
        _ count: UInt64,
        from bytes: inout ArraySlice<UInt8>
    ) throws(Malformed) -> ArraySlice<UInt8> {
        guard count <= UInt64(bytes.count) else { throw Malformed() }
        defer { bytes = bytes.dropFirst(Int(count)) }
        return bytes.prefix(Int(count))
    }
}
