extension CommandGuide {
    /// The text of `--help`, at most 100 columns wide.
    ///
    /// - Parameter commands: The commands of the program, if this is its own guide.
    func text(listing commands: [CommandGuide] = []) -> String {
        let first = "Usage: "
        let further = String(repeating: " ", count: first.count)
        let calls = calls.enumerated().map { ($0.offset == 0 ? first : further) + $0.element }
        var parts = [purpose, calls.joined(separator: "\n")]
        if !commands.isEmpty {
            let rows = commands.map { ($0.name ?? "", $0.summary) }
            let column = (rows.map(\.0.count).max() ?? 0) + 4
            parts.append("Commands:\n" + Self.table(rows, column: column))
        }
        parts += options.map { group in
            let rows = group.options.map { ($0.form, $0.text) }
            return "\(group.title):\n" + Self.table(rows, column: Self.optionColumn)
        }
        parts += notes.map { Self.lines($0, width: Self.width).joined(separator: "\n") }
        return parts.joined(separator: "\n\n")
    }

    private static let width = 96
    private static let optionColumn = 25

    /// Rows of a term and its text, which begins at a column.
    private static func table(_ rows: [(term: String, text: String)], column: Int) -> String {
        let indent = String(repeating: " ", count: column)
        return rows.map { term, text in
            let lines = lines(text, width: 100 - column).joined(separator: "\n" + indent)
            let start = "  \(term)"
            guard start.count < column - 1 else { return "\(start)\n\(indent)\(lines)" }
            return start + indent.dropFirst(start.count) + lines
        }.joined(separator: "\n")
    }

    /// A text in lines that are no longer than a width where its words permit.
    static func lines(_ text: String, width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            guard line.isEmpty || line.count + 1 + word.count <= width else {
                lines.append(line)
                line = String(word)
                continue
            }
            line += line.isEmpty ? word : " \(word)"
        }
        return lines + [line]
    }
}
