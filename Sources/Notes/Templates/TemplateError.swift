package import Languages

/// A syntax error in a template; lines and columns count from 1.
package struct TemplateError: Error, Hashable {
    package var line: Int
    /// In characters.
    package var column: Int
    /// The reason, which completes the sentence "Line 1, column 5: …".
    package var reason: Phrase

    init(at position: Int, of source: [UInt8], _ reason: Phrase) {
        let start = source[..<position].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        line = source[..<position].count { $0 == UInt8(ascii: "\n") } + 1
        column = source.text(start..<position).count + 1
        self.reason = reason
    }
}

extension TemplateError: CustomStringConvertible {
    package var description: String { words.description }

    package var words: Phrase { "Line \(line), column \(column): \(reason)." }
}
