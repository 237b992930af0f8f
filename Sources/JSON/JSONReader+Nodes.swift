extension JSONReader {
    /// Reads a whole text, optionally after a byte order mark.
    package static func read(_ bytes: [UInt8]) throws(JSONError) -> JSONNode {
        try readWhole(bytes) { reader throws(JSONError) in try reader.value(depth: 0) }
    }

    /// Reads a whole text, and passes the members of one object in the root to a body instead of storing them, because the
    /// nodes of a large file take ten times its size.
    ///
    /// - Parameter name: The name of that object, which is returned without members.
    package static func read(
        _ bytes: [UInt8],
        streaming name: String,
        to body: (JSONNode.Member) -> Void
    ) throws(JSONError) -> JSONNode {
        try readWhole(bytes) { reader throws(JSONError) in
            try reader.value(depth: 0) { member, reader throws(JSONError) in
                reader.skipSpace()
                guard member == name, reader.peek == UInt8(ascii: "{") else {
                    return try reader.value(depth: 1)
                }
                let start = reader.position
                var names: Set<String> = []
                try reader.forEachMember(depth: 2) { name, range, reader throws(JSONError) in
                    guard names.insert(name).inserted else {
                        throw reader.duplicate(name, at: range)
                    }
                    let value = try reader.value(depth: 2)
                    body(JSONNode.Member(key: name, keyRange: range, value: value))
                }
                return JSONNode(range: start..<reader.position, value: .object([]))
            }
        }
    }

    static func readWhole<Value>(
        _ bytes: [UInt8],
        _ read: (inout JSONReader) throws(JSONError) -> Value
    ) throws(JSONError) -> Value {
        try bytes.withUnsafeBufferPointer { bytes throws(JSONError) in
            var reader = JSONReader(bytes)
            if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.position = 3 }
            let value = try read(&reader)
            guard reader.isAtEnd else { throw reader.error(.textAfterEnd) }
            return value
        }
    }

    private mutating func value(depth: Int) throws(JSONError) -> JSONNode {
        try value(depth: depth) { _, reader throws(JSONError) in try reader.value(depth: depth + 1)
        }
    }

    /// - Parameter member: Reads the value of a member, if the value is an object.
    private mutating func value(
        depth: Int,
        member: (_ name: String, inout JSONReader) throws(JSONError) -> JSONNode
    ) throws(JSONError) -> JSONNode {
        skipSpace()
        let start = position
        let value: JSONNode.Value
        switch peek {
        case UInt8(ascii: "{"): value = .object(try members(depth: depth + 1, member))
        case UInt8(ascii: "["):
            value = .array(
                try elements(depth: depth + 1) { reader throws(JSONError) in
                    try reader.value(depth: depth + 1)
                }
            )
        case UInt8(ascii: "\""): value = .string(try string())
        case UInt8(ascii: "t"): value = try word("true", .boolean(true))
        case UInt8(ascii: "f"): value = try word("false", .boolean(false))
        case UInt8(ascii: "n"): value = try word("null", .null)
        case UInt8(ascii: "-"), (UInt8(ascii: "0")...UInt8(ascii: "9"))?:
            value = .number(Self.integer(try number()).flatMap { Int(exactly: $0) })
        default: throw missing(.missingValue)
        }
        return JSONNode(range: start..<position, value: value)
    }

    private mutating func members(
        depth: Int,
        _ value: (_ name: String, inout JSONReader) throws(JSONError) -> JSONNode
    ) throws(JSONError) -> [JSONNode.Member] {
        var members: [JSONNode.Member] = []
        var names: Set<String> = []
        try forEachMember(depth: depth) { name, range, reader throws(JSONError) in
            guard Self.isNew(name, in: members, &names) else {
                throw reader.duplicate(name, at: range)
            }
            let value = try value(name, &reader)
            members.append(JSONNode.Member(key: name, keyRange: range, value: value))
        }
        return members
    }

    /// Most objects have few members, and comparing each is faster than a set.
    private static func isNew(
        _ name: String,
        in members: [JSONNode.Member],
        _ names: inout Set<String>
    ) -> Bool {
        guard members.count >= 16 else { return !members.contains { $0.key == name } }
        if names.isEmpty { names = Set(members.map(\.key)) }
        return names.insert(name).inserted
    }

    private mutating func duplicate(_ name: String, at range: Range<Int>) -> JSONError {
        position = range.lowerBound
        return error(.duplicateName(name))
    }
}
