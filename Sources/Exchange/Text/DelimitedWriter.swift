/// Writes a table as text from which `DelimitedText`, Anki and spreadsheets read the same fields.
package struct DelimitedWriter: Sendable {
    /// The text so far, in UTF-8.
    package var bytes: [UInt8] = []

    private let separatorBytes: [UInt8]

    package init(separator: Separator) {
        separatorBytes = Array(separator.text.utf8)
    }

    /// Writes a line of the header.
    package mutating func write(line: String) {
        bytes += line.utf8
        bytes.append(UInt8(ascii: "\n"))
    }

    package mutating func write(_ fields: some Sequence<String>) {
        var isFirst = true
        for field in fields {
            if !isFirst { bytes += separatorBytes }
            write(field, isFirst: isFirst)
            isFirst = false
        }
        bytes.append(UInt8(ascii: "\n"))
    }

    private mutating func write(_ field: String, isFirst: Bool) {
        let quote = UInt8(ascii: "\"")
        guard needsQuotes(field, isFirst: isFirst) else {
            bytes += field.utf8
            return
        }
        bytes.append(quote)
        for byte in field.utf8 {
            if byte == quote { bytes.append(quote) }
            bytes.append(byte)
        }
        bytes.append(quote)
    }

    /// An empty line, or one that begins with `#`, would not be a record.
    private func needsQuotes(_ field: String, isFirst: Bool) -> Bool {
        if isFirst, field.utf8.first.map({ $0 == UInt8(ascii: "#") }) ?? true { return true }
        let first = separatorBytes[0]
        return field.utf8.contains {
            $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r")
                || $0 == first
        }
    }
}
