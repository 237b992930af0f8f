/// Writes JSON as UTF-8, with commas where they are needed.
package struct JSONWriter {
    package private(set) var bytes: [UInt8] = []
    private let hasShortEscapes: Bool

    /// - Parameter hasShortEscapes: Whether a line break is written as `\n`, as `JSONEncoder` does, or as `\u000a`.
    package init(hasShortEscapes: Bool = true, capacity: Int = 0) {
        self.hasShortEscapes = hasShortEscapes
        bytes.reserveCapacity(capacity)
    }

    package var text: String { String(decoding: bytes, as: UTF8.self) }

    // MARK: - Values

    package mutating func write(_ text: String) {
        separate()
        bytes.append(quoted: text, hasShortEscapes: hasShortEscapes)
    }

    package mutating func write(_ number: Int64) {
        separate()
        bytes.append(digitsOf: number)
    }

    /// Writes a finite number, with `.0` if it is whole.
    package mutating func write(_ number: Double) {
        separate()
        bytes += number.description.utf8
    }

    /// Writes a number without `.0` if it is whole, and null if it is not finite.
    package mutating func write(orNull number: Double) {
        if let whole = Int64(exactly: number) { return write(whole) }
        if number.isFinite { write(number) } else { write(json: "null") }
    }

    /// Writes a number in quotes, as identifiers have more digits than a JavaScript number.
    package mutating func write(quoted number: Int64) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        bytes.append(digitsOf: number)
        bytes.append(UInt8(ascii: "\""))
    }

    /// Writes a value that is JSON already.
    package mutating func write(json: some Collection<UInt8>) {
        separate()
        bytes += json
    }

    package mutating func write(json: StaticString) {
        separate()
        append(json)
    }

    package mutating func object(_ body: (inout JSONWriter) throws -> Void) rethrows {
        separate()
        bytes.append(UInt8(ascii: "{"))
        try body(&self)
        bytes.append(UInt8(ascii: "}"))
    }

    package mutating func array(_ body: (inout JSONWriter) throws -> Void) rethrows {
        separate()
        bytes.append(UInt8(ascii: "["))
        try body(&self)
        bytes.append(UInt8(ascii: "]"))
    }

    package mutating func array<Element>(
        _ elements: some Sequence<Element>,
        _ body: (inout JSONWriter, Element) throws -> Void
    ) rethrows {
        try array { json in
            for element in elements { try body(&json, element) }
        }
    }

    // MARK: - Names

    package mutating func name(_ name: StaticString) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        append(name)
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
    }

    package mutating func name(_ name: String) {
        write(name)
        bytes.append(UInt8(ascii: ":"))
    }

    // MARK: - Bytes

    /// Writes a comma, except before the first member or element and between a name and its value.
    @inline(__always)
    private mutating func separate() {
        switch bytes.last {
        case nil, UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ":"): break
        default: bytes.append(UInt8(ascii: ","))
        }
    }

    private mutating func append(_ text: StaticString) {
        bytes += UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    }
}

// MARK: - Members

extension JSONWriter {
    package mutating func set(_ name: StaticString, _ value: String) {
        self.name(name)
        write(value)
    }

    /// Omits the member if there is no value.
    package mutating func set(_ name: StaticString, _ value: String?) {
        if let value { set(name, value) }
    }

    package mutating func set(_ name: StaticString, _ value: Int64?) {
        guard let value else { return }
        self.name(name)
        write(value)
    }

    package mutating func set(_ name: StaticString, _ value: Double?) {
        guard let value else { return }
        self.name(name)
        write(value)
    }

    package mutating func set(_ name: StaticString, _ value: Int) {
        set(name, Int64(clamping: value))
    }

    package mutating func set(_ name: StaticString, _ value: Bool) {
        self.name(name)
        write(json: value ? "true" : "false")
    }

    package mutating func set(_ name: StaticString, _ values: [Double]) {
        self.name(name)
        array(values) { $0.write(orNull: $1) }
    }

    package mutating func set(_ name: StaticString, _ values: [String]) {
        self.name(name)
        array(values) { $0.write($1) }
    }

    package mutating func set(_ name: StaticString, _ members: (inout JSONWriter) -> Void) {
        self.name(name)
        object(members)
    }

    package mutating func set(_ name: StaticString, json: [UInt8]) {
        self.name(name)
        write(json: json)
    }

    package mutating func set(named name: String, _ value: String) {
        self.name(name)
        write(value)
    }

    package mutating func set(named name: String, _ members: (inout JSONWriter) -> Void) {
        self.name(name)
        object(members)
    }

    /// Sets an array of objects.
    package mutating func set<Value>(
        _ name: StaticString,
        each values: some Sequence<Value>,
        _ members: (Value, inout JSONWriter) -> Void
    ) {
        self.name(name)
        array(values) { json, value in json.object { members(value, &$0) } }
    }
}

extension [UInt8] {
    /// Appends a JSON string with the escapes that `JSONEncoder` writes: no slash, and nothing outside of ASCII.
    ///
    /// - Parameter hasShortEscapes: Whether `\n` and the like are used; otherwise every control character is `\u00xx`.
    package mutating func append(quoted text: String, hasShortEscapes: Bool = true) {
        append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { utf8 in
            var start = 0
            for (index, byte) in utf8.enumerated() {
                let isMark = byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
                guard isMark || byte < 0x20 else { continue }
                append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start..<index]))
                start = index + 1
                append(UInt8(ascii: "\\"))
                if isMark {
                    append(byte)
                } else if hasShortEscapes, let letter = Self.escapeLetter(of: byte) {
                    append(letter)
                } else {
                    self += byte < 0x10 ? "u000".utf8 : "u001".utf8
                    self += String(byte & 0xF, radix: 16).utf8
                }
            }
            append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start...]))
        }
        append(UInt8(ascii: "\""))
    }

    private static func escapeLetter(of byte: UInt8) -> UInt8? {
        switch byte {
        case 0x08: UInt8(ascii: "b")
        case 0x09: UInt8(ascii: "t")
        case 0x0A: UInt8(ascii: "n")
        case 0x0C: UInt8(ascii: "f")
        case 0x0D: UInt8(ascii: "r")
        default: nil
        }
    }
}
