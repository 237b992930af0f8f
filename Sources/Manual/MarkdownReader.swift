/// Reads the few constructs of Markdown that the manual uses, and refuses everything else.
///
/// Blocks are separated by blank lines: `# title`, `## heading`, paragraphs, `- ` and `1. ` lists whose items continue on
/// indented lines, tables, code between fences, and pictures on a line of their own.
struct MarkdownReader {
    enum Part {
        case title(String)
        case block(ManualBlock)
    }

    private struct Line {
        let number: Int
        let text: Substring
    }

    private var lines: ArraySlice<Line>

    init(_ markdown: String) {
        lines =
            markdown.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
            .map { Line(number: $0.offset + 1, text: $0.element) }[...]
    }

    func blocks() throws(MarkdownError) -> [Part] {
        var reader = self
        var parts: [Part] = []
        while let line = reader.lines.first {
            if line.text.isEmpty {
                reader.lines.removeFirst()
            } else {
                parts.append(try reader.part(from: line))
            }
        }
        return parts
    }

    private mutating func part(from line: Line) throws(MarkdownError) -> Part {
        if line.text.hasPrefix("```") { return .block(try code()) }
        let group = Array(lines.prefix { !$0.text.isEmpty })
        lines.removeFirst(group.count)
        if line.text.hasPrefix("#") { return try heading(group) }
        if line.text.hasPrefix("![") { return .block(try picture(group)) }
        if line.text.hasPrefix("|") { return .block(try table(group)) }
        if line.text.hasPrefix("- ") {
            return .block(try list(group, isNumbered: false) { $0.hasPrefix("- ") ? 2 : nil })
        }
        if line.text.hasPrefix("1. ") {
            return .block(
                try list(group, isNumbered: true) { text in
                    text.prefix { $0.isNumber }.isEmpty
                        ? nil : text.firstRange(of: ". ").map { text[..<$0.upperBound].count }
                }
            )
        }
        return .block(.paragraph(try texts(joined(group), in: line)))
    }

    // MARK: - Blocks

    private func heading(_ group: [Line]) throws(MarkdownError) -> Part {
        let line = group[0]
        guard group.count == 1 else { throw error(line, "a heading is one line") }
        if line.text.hasPrefix("# ") { return .title(String(line.text.dropFirst(2))) }
        guard line.text.hasPrefix("## ") else { throw error(line, "there are no such headings") }
        let title = String(line.text.dropFirst(3))
        return .block(.heading(title, id: Self.id(of: title)))
    }

    /// The name of a heading in addresses, as other programs make it: lower case, with dashes.
    static func id(of title: String) -> String {
        let kept = title.lowercased().filter { $0.isLetter || $0.isNumber || " -".contains($0) }
        return kept.replacing(" ", with: "-")
    }

    private mutating func code() throws(MarkdownError) -> ManualBlock {
        let start = lines.removeFirst()
        let content = lines.prefix { $0.text != "```" }
        lines.removeFirst(content.count)
        guard !lines.isEmpty else { throw error(start, "the code has no end") }
        lines.removeFirst()
        return .code(content.map(\.text).joined(separator: "\n"))
    }

    private func picture(_ group: [Line]) throws(MarkdownError) -> ManualBlock {
        let line = group[0]
        guard group.count == 1, let middle = line.text.firstRange(of: "](Pictures/"),
            line.text.hasSuffix(")")
        else { throw error(line, "a picture is ![what it shows](Pictures/FILE)") }
        return .picture(
            String(line.text[middle.upperBound...].dropLast()),
            says: String(line.text[..<middle.lowerBound].dropFirst(2))
        )
    }

    private func list(
        _ group: [Line],
        isNumbered: Bool,
        mark: (Substring) -> Int?
    ) throws(MarkdownError) -> ManualBlock {
        var items: [[Line]] = []
        for line in group {
            if let length = mark(line.text) {
                items.append([Line(number: line.number, text: line.text.dropFirst(length))])
            } else if line.text.hasPrefix("  ") {
                let text = line.text.drop { $0 == " " }
                items[items.count - 1].append(Line(number: line.number, text: text))
            } else {
                throw error(line, "an item goes on with indented lines")
            }
        }
        return .list(
            try items.map { item throws(MarkdownError) in try texts(joined(item), in: item[0]) },
            isNumbered: isNumbered
        )
    }

    private func table(_ group: [Line]) throws(MarkdownError) -> ManualBlock {
        guard group.count > 2, Self.isRule(group[1].text) else {
            throw error(group[0], "a table has a head, a rule and rows")
        }
        let columns = group[1].text.count { $0 == "|" } - 1
        let rows = [group[0]] + group.dropFirst(2)
        let cells = try rows.map { line throws(MarkdownError) in
            let cells = line.text.dropFirst(2).dropLast(2).split(separator: " | ")
            guard line.text.hasPrefix("| "), line.text.hasSuffix(" |"), cells.count == columns
            else {
                throw error(line, "a row has \(columns) cells between bars")
            }
            return try cells.map { cell throws(MarkdownError) in try texts(String(cell), in: line) }
        }
        return .table(head: cells[0], rows: Array(cells.dropFirst()))
    }

    /// Whether a line separates the head of a table from its rows: `|---|---|`.
    private static func isRule(_ text: Substring) -> Bool {
        text.hasPrefix("|-") && text.hasSuffix("-|") && text.allSatisfy { "|-".contains($0) }
    }

    private func joined(_ group: [Line]) -> String {
        group.map(\.text).joined(separator: " ")
    }

    // MARK: - Text

    private func texts(_ text: String, in line: Line) throws(MarkdownError) -> [ManualText] {
        var texts: [ManualText] = []
        var rest = text[...]
        while !rest.isEmpty {
            let plain = rest.prefix { !"*`[<>\\_".contains($0) }
            if !plain.isEmpty {
                guard !plain.contains("  ") else { throw error(line, "there are two spaces") }
                texts.append(.plain(String(plain)))
                rest.removeFirst(plain.count)
            } else if let name = Self.taken("**", "**", from: &rest) {
                texts.append(.name(name))
            } else if let typed = Self.taken("`", "`", from: &rest) {
                texts.append(.typed(typed))
            } else if let words = Self.taken("[", "](", from: &rest),
                let target = Self.taken("", ")", from: &rest)
            {
                texts.append(.link(words, to: try link(target, in: line)))
            } else {
                throw error(line, "“\(rest.prefix(20))” is not understood")
            }
        }
        return texts
    }

    /// What stands between two marks at the beginning, which is removed; nil if it is empty or they are not there.
    private static func taken(
        _ start: String,
        _ end: String,
        from rest: inout Substring
    ) -> String? {
        guard rest.hasPrefix(start) else { return nil }
        let content = rest.dropFirst(start.count)
        guard let range = content.firstRange(of: end), range.lowerBound > content.startIndex else {
            return nil
        }
        rest = content[range.upperBound...]
        return String(content[..<range.lowerBound])
    }

    private func link(_ target: String, in line: Line) throws(MarkdownError) -> ManualLink {
        if target.hasPrefix("https://") { return .web(target) }
        if target.hasPrefix("/") { return .address(target) }
        let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts[0].hasSuffix(".md"), !parts[0].contains("/") else {
            throw error(line, "a link leads to a chapter, an address or the web")
        }
        return .chapter(
            Chapter.name(ofFile: String(parts[0])),
            heading: parts.count > 1 ? String(parts[1]) : nil
        )
    }

    private func error(_ line: Line, _ reason: String) -> MarkdownError {
        MarkdownError(line: line.number, reason: reason)
    }
}
