internal import Notes

/// Reads CSV, TSV and similar tables, as RFC 4180 specifies them and as people write them.
///
/// A record ends with its line, unless the line end is quoted. Lines that begin with `#` are comments, as in Anki, and empty
/// lines are skipped. A quote that is never closed is an ordinary character, and so are all after it. The time is
/// proportional to the length of the text.
package struct DelimitedText: Sendable {
    /// One row of a table.
    package struct Record: Hashable, Sendable {
        /// The line it begins in, from 1.
        package var line: Int
        package var fields: [String]
    }

    private let text: [UInt8]
    private let separatorBytes: [UInt8]
    private var position: Int
    private var line: Int
    private var hasQuotes = true

    /// The text of further columns belongs to the last one.
    package static let mostColumns = 1_000

    private static let quote = UInt8(ascii: "\"")
    private static let newline = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")
    private static let comment = UInt8(ascii: "#")

    /// - Parameters:
    ///   - text: In UTF-8, as `TextEncoding` gives it.
    ///   - start: Where the first record begins, and its line.
    package init(
        _ text: [UInt8],
        separator: Separator,
        from start: (offset: Int, line: Int) = (0, 1)
    ) {
        self.text = text
        separatorBytes = Array(separator.text.utf8)
        position = start.offset
        line = start.line
    }

    /// The next line, trimmed; nil at the end.
    mutating func nextLine(skippingEmpty: Bool) -> (number: Int, text: String)? {
        while position < text.count {
            let (number, start) = (line, position)
            position = end(ofLineAt: start)
            let text = String(decoding: text[start..<position], as: UTF8.self).trimmed
            endLine()
            if !text.isEmpty || !skippingEmpty { return (number, text) }
        }
        return nil
    }

    private mutating func skipComments() {
        while position < text.count {
            switch text[position] {
            case Self.newline, Self.carriageReturn: endLine()
            case Self.comment:
                position = end(ofLineAt: position)
                endLine()
            default: return
            }
        }
    }

    private func end(ofLineAt start: Int) -> Int {
        var end = start
        while end < text.count, text[end] != Self.newline, text[end] != Self.carriageReturn {
            end += 1
        }
        return end
    }

    /// Skips a line end, if there is one.
    private mutating func endLine() {
        guard position < text.count else { return }
        let isPair =
            text[position] == Self.carriageReturn && position + 1 < text.count
            && text[position + 1] == Self.newline
        position += isPair ? 2 : 1
        line += 1
    }

    private func isSeparator(at place: Int) -> Bool {
        guard text[place] == separatorBytes[0] else { return false }
        guard separatorBytes.count > 1 else { return true }
        return text[place...].starts(with: separatorBytes)
    }
}

extension DelimitedText: Sequence, IteratorProtocol {
    /// The next record; nil at the end.
    package mutating func next() -> Record? {
        skipComments()
        guard position < text.count else { return nil }
        var record = Record(line: line, fields: [])
        while true {
            record.fields.append(field(isLast: record.fields.count == Self.mostColumns - 1))
            guard position < text.count, isSeparator(at: position) else { break }
            position += separatorBytes.count
        }
        endLine()
        return record
    }

    private mutating func field(isLast: Bool) -> String {
        if hasQuotes, position < text.count, text[position] == Self.quote,
            let text = quotedField(isLast: isLast)
        {
            return text
        }
        let start = position
        var end = start
        while end < text.count {
            let byte = text[end]
            if byte == Self.newline || byte == Self.carriageReturn { break }
            if !isLast, byte == separatorBytes[0], isSeparator(at: end) { break }
            end += 1
        }
        position = end
        return String(decoding: text[start..<end], as: UTF8.self)
    }

    /// A quoted field with any text after the closing quote; nil where there is no closing quote.
    private mutating func quotedField(isLast: Bool) -> String? {
        var place = position + 1
        var start = place
        var bytes: [UInt8] = []
        var lines = 0
        while true {
            guard place < text.count else {
                hasQuotes = false
                return nil
            }
            switch text[place] {
            case Self.quote where place + 1 < text.count && text[place + 1] == Self.quote:
                bytes += text[start...place]
                place += 2
                start = place
                continue
            case Self.quote:
                bytes += text[start..<place]
                position = place + 1
                line += lines
                return String(decoding: bytes, as: UTF8.self) + rest(isLast: isLast)
            case Self.newline: lines += 1
            case Self.carriageReturn
            where place + 1 < text.count && text[place + 1] != Self.newline:
                lines += 1
            default: break
            }
            place += 1
        }
    }

    /// The text between a closing quote and the next separator; after the last field, up to the end of the line.
    private mutating func rest(isLast: Bool) -> String {
        let start = position
        while position < text.count, text[position] != Self.newline,
            text[position] != Self.carriageReturn, isLast || !isSeparator(at: position)
        {
            position += 1
        }
        return start == position ? "" : String(decoding: text[start..<position], as: UTF8.self)
    }
}
