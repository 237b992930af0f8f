public import Languages

/// Why a template cannot be read, and where; lines and columns count from 1.
public struct TemplateError: Error, Hashable {
    /// The line of the template.
    public var line: Int
    /// In characters of the line.
    public var column: Int
    /// What is wrong, in words that finish the sentence "Line 1, column 5: …".
    public var reason: Phrase

    init(at place: Int, of source: [UInt8], _ reason: Phrase) {
        let start = source[..<place].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        line = source[..<place].count { $0 == UInt8(ascii: "\n") } + 1
        column = source.text(start..<place).count + 1
        self.reason = reason
    }
}

extension TemplateError: CustomStringConvertible {
    /// The words as a text.
    public var description: String { words.description }

    /// One plain line that says where and why.
    public var words: Phrase { "Line \(line), column \(column): \(reason)." }
}
