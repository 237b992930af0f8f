internal import JSON

/// Writes values into the messages between a process and its child that reads a file.
struct MessageEncoder {
    private(set) var bytes: [UInt8] = []

    var isEmpty: Bool { bytes.isEmpty }

    mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    /// Small numbers take one byte.
    mutating func write(_ number: some FixedWidthInteger) {
        let number = Int64(clamping: number)
        var rest = UInt64(bitPattern: number << 1 ^ number >> 63)
        while rest > 0x7F {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    mutating func write(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

    mutating func write(_ real: Double) {
        withUnsafeBytes(of: real.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func write(_ text: String) {
        write(text.utf8.count)
        bytes.append(contentsOf: text.utf8)
    }

    mutating func write(_ content: [UInt8]) {
        write(content.count)
        bytes.append(contentsOf: content)
    }

    mutating func write<Value>(optional value: Value?, _ body: (inout Self, Value) -> Void) {
        write(value != nil)
        if let value { body(&self, value) }
    }

    mutating func write<Value>(
        all values: some Collection<Value>,
        _ body: (inout Self, Value) -> Void
    ) {
        write(values.count)
        for value in values { body(&self, value) }
    }

    mutating func write(_ names: [String: String]) {
        write(all: names) { encoder, entry in
            encoder.write(entry.key)
            encoder.write(entry.value)
        }
    }

    mutating func write(json value: some Encodable) { write(JSONCoding.bytes(of: value)) }
}
