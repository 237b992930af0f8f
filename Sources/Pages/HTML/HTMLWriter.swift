/// The bytes of a page written so far; escapes everything that is not markup from the source code.
struct HTMLWriter {
    /// UTF-8.
    private(set) var bytes: [UInt8] = []

    init(capacity: Int = 16_384) { bytes.reserveCapacity(capacity) }

    /// Appends markup from the source code.
    mutating func markup(_ markup: StaticString) {
        bytes.append(
            contentsOf: UnsafeBufferPointer(
                start: markup.utf8Start,
                count: markup.utf8CodeUnitCount
            )
        )
    }

    /// Appends text, escaped so that it can neither be markup nor end an attribute's value.
    mutating func text(_ text: String) {
        var text = text
        text.withUTF8 { utf8 in
            var start = 0
            for index in utf8.indices {
                let replacement: StaticString
                switch utf8[index] {
                case UInt8(ascii: "&"): replacement = "&amp;"
                case UInt8(ascii: "<"): replacement = "&lt;"
                case UInt8(ascii: ">"): replacement = "&gt;"
                case UInt8(ascii: "\""): replacement = "&quot;"
                default: continue
                }
                bytes.append(contentsOf: utf8[start..<index])
                markup(replacement)
                start = index + 1
            }
            bytes.append(contentsOf: utf8[start...])
        }
    }

    /// Appends a part that was written before.
    mutating func append(_ part: HTMLWriter) {
        bytes.append(contentsOf: part.bytes)
    }

    mutating func number(_ number: Int) {
        bytes.append(contentsOf: String(number).utf8)
    }

    /// Writes JSON such that no `<` in it can end the script element around it.
    mutating func json(_ json: [UInt8]) {
        for byte in json {
            if byte == UInt8(ascii: "<") { markup("\\u003c") } else { bytes.append(byte) }
        }
    }
}
