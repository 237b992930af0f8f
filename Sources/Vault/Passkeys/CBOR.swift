/// One value of CBOR (RFC 8949), as far as authenticators write it: whole numbers, and lengths that come first.
enum CBOR: Hashable, Sendable {
    case unsigned(UInt64)
    /// −1 less this.
    case negative(UInt64)
    case bytes([UInt8])
    case text(String)
    case array([CBOR])
    case map([CBOR: CBOR])
    case boolean(Bool)
    case null

    /// No authenticator nests deeper (CTAP 2.1, section 8, says four).
    private static let maximumDepth = 8

    /// What was read is not CBOR, or none that an authenticator writes.
    struct Malformed: Error {}

    /// Reads all of some bytes as one value.
    init(_ bytes: some Collection<UInt8>) throws(Malformed) {
        var rest = ArraySlice(bytes)
        self = try Self.next(in: &rest)
        guard rest.isEmpty else { throw Malformed() }
    }

    /// Reads one value and leaves what stands behind it.
    static func next(in bytes: inout ArraySlice<UInt8>) throws(Malformed) -> CBOR {
        try next(in: &bytes, depth: 0)
    }

    /// The integer, if it is one that fits.
    var integer: Int64? {
        switch self {
        case .unsigned(let number): Int64(exactly: number)
        case .negative(let number): Int64(exactly: number).map { -1 - $0 }
        default: nil
        }
    }

    /// What stands under a whole number or a text, if it is a map.
    subscript(key: CBOR) -> CBOR? {
        guard case .map(let map) = self else { return nil }
        return map[key]
    }

    /// What stands under a small number.
    subscript(key: Int) -> CBOR? {
        self[key < 0 ? .negative(UInt64(-1 - key)) : .unsigned(UInt64(key))]
    }

    /// The bytes, if it is some.
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
            // Each takes a byte at least: nobody makes room for more than there is.
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

    /// The number behind the first byte, which is as short as it can be.
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
