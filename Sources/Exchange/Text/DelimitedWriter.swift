/// Writes a table as text that `DelimitedText` reads back to the same fields, and Anki and spreadsheets too.
package struct DelimitedWriter: Sendable {
    /// What stands between two fields.
    package let separator: Separator
    /// What was written so far, in UTF-8; whoever takes it away empties it.
    package var bytes: [UInt8] = []

    private let separatorBytes: [UInt8]

    /// Begins an empty table.
    package init(separator: Separator) {
        self.separator = separator
        separatorBytes = Array(separator.text.utf8)
    }

    /// Writes a line that is no record: what stands in a header.
    package mutating func write(line: String) {
        bytes += line.utf8
        bytes.append(UInt8(ascii: "\n"))
    }

    /// Writes a record.
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

    /// A line that is empty, or begins with `#`, would be no record.
    private func needsQuotes(_ field: String, isFirst: Bool) -> Bool {
        if isFirst, field.utf8.first.map({ $0 == UInt8(ascii: "#") }) ?? true { return true }
        let first = separatorBytes[0]
        return field.utf8.contains {
            $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r")
                || $0 == first
        }
    }
}
