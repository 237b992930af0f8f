package import Notes

extension StoredFields {
    /// The fields as stored: the same text as `JSONEncoder` writes with sorted keys.
    ///
    /// An import writes a hundred thousand of them and would spend most of its time in `JSONEncoder`.
    package static func text(of values: [FieldID: FieldValue]) -> String {
        if let text = plainText(of: values) { return text }
        var writer = FieldsWriter()
        writer.write(values)
        return String(decoding: writer.json, as: UTF8.self)
    }

    /// The JSON of fields that contain only texts without escapes, which nearly all do; nil for others.
    ///
    /// Its size is known beforehand, so that it is written in place.
    private static func plainText(of values: [FieldID: FieldValue]) -> String? {
        guard values.values.allSatisfy(\.isPlain) else { return nil }
        var fields = values.map { (name: $0.description, text: $1.text) }
        fields.sort { $0.name < $1.name }
        let size = fields.reduce(2) { $0 + $1.name.utf8.count + $1.text.utf8.count + 15 }
        return String(unsafeUninitializedCapacity: size) { bytes in
            var rest = bytes[...]
            rest.put(punctuation: fields.isEmpty ? "{" : "{\"")
            for (index, field) in fields.enumerated() {
                if index > 0 { rest.put(punctuation: ",\"") }
                rest.put(field.name)
                rest.put(punctuation: "\":{\"text\":\"")
                rest.put(field.text)
                rest.put(punctuation: "\"}")
            }
            rest.put(punctuation: "}")
            return rest.startIndex
        }
    }
}

extension Slice<UnsafeMutableBufferPointer<UInt8>> {
    /// Writes a text and advances.
    fileprivate mutating func put(_ text: String) {
        var text = text
        text.withUTF8 { text in put(text) }
    }

    fileprivate mutating func put(punctuation text: StaticString) {
        put(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    private mutating func put(_ text: UnsafeBufferPointer<UInt8>) {
        self = self[update(fromContentsOf: text)...]
    }
}

extension FieldValue {
    /// Whether it has only a text that needs no escapes.
    fileprivate var isPlain: Bool {
        extras == nil && origin == .typed && pronunciation == nil && state == nil
            && !needsEscapes
    }

    private var needsEscapes: Bool {
        var text = text
        return text.withUTF8 { bytes in
            bytes.contains { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }
        }
    }
}

/// Writes fields as JSON in one pass.
private struct FieldsWriter {
    private(set) var json: [UInt8] = []

    mutating func write(_ values: [FieldID: FieldValue]) {
        let named = values.map { (name: $0.description, value: $1) }.sorted { $0.name < $1.name }
        json.reserveCapacity(values.values.reduce(2) { $0 + 80 + $1.text.utf8.count })
        json.append(UInt8(ascii: "{"))
        for (index, (name, value)) in named.enumerated() {
            if index > 0 { json.append(UInt8(ascii: ",")) }
            write(name)
            json.append(UInt8(ascii: ":"))
            write(value)
        }
        json.append(UInt8(ascii: "}"))
    }

    /// Default values are left out; `FieldValue` restores them when it decodes.
    private mutating func write(_ value: FieldValue) {
        json.append(UInt8(ascii: "{"))
        write("extras", value.extras)
        write("origin", value.origin == .typed ? nil : value.origin.rawValue)
        write("pronunciation", value.pronunciation)
        write("state", value.state)
        write("text", value.text)
        json.append(UInt8(ascii: "}"))
    }

    private mutating func write(_ name: String, _ text: String?) {
        guard let text else { return }
        if json.last != UInt8(ascii: "{") { json.append(UInt8(ascii: ",")) }
        write(name)
        json.append(UInt8(ascii: ":"))
        write(text)
    }

    private mutating func write(_ text: String) {
        json.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { bytes in
            var start = 0
            for (index, byte) in bytes.enumerated() {
                guard let escape = Self.escape(of: byte) else { continue }
                json.append(contentsOf: bytes[start..<index])
                json.append(contentsOf: escape)
                start = index + 1
            }
            json.append(contentsOf: bytes[start...])
        }
        json.append(UInt8(ascii: "\""))
    }

    /// The escape of a byte that a JSON string may not contain; nil for others.
    private static func escape(of byte: UInt8) -> [UInt8]? {
        guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else {
            return nil
        }
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): return [UInt8(ascii: "\\"), byte]
        case 0x08: return Array(#"\b"#.utf8)
        case 0x09: return Array(#"\t"#.utf8)
        case 0x0A: return Array(#"\n"#.utf8)
        case 0x0C: return Array(#"\f"#.utf8)
        case 0x0D: return Array(#"\r"#.utf8)
        default:
            let digits = String(byte, radix: 16)
            return Array(#"\u00"#.utf8) + (byte < 0x10 ? [UInt8(ascii: "0")] : []) + digits.utf8
        }
    }
}
