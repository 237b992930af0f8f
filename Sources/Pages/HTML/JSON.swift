internal import FoundationEssentials

/// A JSON text in the making, for what a page hands to its script.
struct JSON {
    /// What was written so far, in UTF-8.
    private(set) var bytes: [UInt8] = []

    /// The text of a value whose numbers are all finite.
    init(encoding value: some Encodable) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(value) else {
            preconditionFailure("What a page says can always be encoded")
        }
        bytes = Array(data)
    }

    init() {}

    /// The text as a page's attribute takes it.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The text of one object.
    static func object(_ write: (inout Members) -> Void) -> JSON {
        var members = Members()
        write(&members)
        members.json.append("}")
        return members.json
    }

    /// The members of an object, in the order in which they are set.
    struct Members {
        fileprivate var json = JSON()
        private var isEmpty = true

        fileprivate init() { json.append("{") }

        mutating func set(_ name: StaticString, _ value: String) {
            key(name)
            json.string(value)
        }

        /// Leaves the member out where there is no value.
        mutating func set(_ name: StaticString, _ value: String?) {
            if let value { set(name, value) }
        }

        mutating func set(_ name: StaticString, _ value: Int) {
            key(name)
            json.bytes.append(contentsOf: String(value).utf8)
        }

        mutating func set(_ name: StaticString, _ value: Bool) {
            key(name)
            json.append(value ? "true" : "false")
        }

        /// Sets an array of numbers; what is no number is null, for which JSON has a word.
        mutating func set(_ name: StaticString, _ values: [Double]) {
            key(name)
            json.append("[")
            for (index, value) in values.enumerated() {
                if index > 0 { json.append(",") }
                if let whole = Int64(exactly: value) {
                    json.bytes.append(contentsOf: String(whole).utf8)
                } else {
                    json.bytes.append(contentsOf: (value.isFinite ? "\(value)" : "null").utf8)
                }
            }
            json.append("]")
        }

        /// Sets an array of texts.
        mutating func set(_ name: StaticString, _ values: [String]) {
            key(name)
            json.append("[")
            for (index, value) in values.enumerated() {
                if index > 0 { json.append(",") }
                json.string(value)
            }
            json.append("]")
        }

        mutating func set(_ name: StaticString, _ write: (inout Members) -> Void) {
            key(name)
            json.bytes.append(contentsOf: JSON.object(write).bytes)
        }

        mutating func set(_ name: StaticString, _ value: JSON) {
            key(name)
            json.bytes.append(contentsOf: value.bytes)
        }

        /// Sets a member whose name does not stand in the source code.
        mutating func set(named name: String, _ value: String) {
            key(named: name)
            json.string(value)
        }

        /// Sets an object whose name does not stand in the source code.
        mutating func set(named name: String, _ write: (inout Members) -> Void) {
            key(named: name)
            json.bytes.append(contentsOf: JSON.object(write).bytes)
        }

        /// Sets an array of objects, one a member of `values`.
        mutating func set<Value>(
            _ name: StaticString,
            each values: [Value],
            _ write: (Value, inout Members) -> Void
        ) {
            key(name)
            json.append("[")
            for (index, value) in values.enumerated() {
                if index > 0 { json.append(",") }
                json.bytes.append(contentsOf: JSON.object { write(value, &$0) }.bytes)
            }
            json.append("]")
        }

        /// Sets an array of objects, null where there is no value.
        mutating func set<Value>(
            _ name: StaticString,
            eachOrNull values: [Value?],
            _ write: (Value, inout Members) -> Void
        ) {
            key(name)
            json.append("[")
            for (index, value) in values.enumerated() {
                if index > 0 { json.append(",") }
                if let value {
                    json.bytes.append(contentsOf: JSON.object { write(value, &$0) }.bytes)
                } else {
                    json.append("null")
                }
            }
            json.append("]")
        }

        private mutating func key(_ name: StaticString) {
            if !isEmpty { json.append(",") }
            isEmpty = false
            json.append("\"")
            json.append(name)
            json.append("\":")
        }

        private mutating func key(named name: String) {
            if !isEmpty { json.append(",") }
            isEmpty = false
            json.string(name)
            json.append(":")
        }
    }

    mutating func append(_ text: StaticString) {
        bytes.append(
            contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        )
    }

    mutating func string(_ text: String) {
        append("\"")
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""): append("\\\"")
            case UInt8(ascii: "\\"): append("\\\\")
            case 0..<0x20:
                append("\\u00")
                bytes.append(byte < 0x10 ? UInt8(ascii: "0") : UInt8(ascii: "1"))
                bytes.append(contentsOf: String(byte & 0xF, radix: 16).utf8)
            default: bytes.append(byte)
            }
        }
        append("\"")
    }
}
