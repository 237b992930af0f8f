internal import Languages

extension TemplateText {
    static let maximumDepth = 64

    /// Parses Anki's template syntax in time proportional to its length.
    ///
    /// As in Anki, an unclosed `{{` or `<!--` is markup, and comments are not parsed.
    init(_ source: String) throws(TemplateError) {
        var reader = TemplateParser(source)
        nodes = try reader.read()
    }
}

/// A single pass over the bytes of a template.
private struct TemplateParser {
    private let bytes: [UInt8]
    private var position = 0
    private var open: [Section] = []
    /// The nodes so far: of the top level, and of each open section.
    private var levels: [[TemplateText.Node]] = [[]]
    private var tagEnds = ForwardSearch("}}")
    private var commentEnds = ForwardSearch("-->")

    private struct Section {
        let name: String
        let isInverted: Bool
        let start: Int
    }

    init(_ source: String) {
        bytes = Array(Self.withoutOldMarks(source).utf8)
    }

    mutating func read() throws(TemplateError) -> [TemplateText.Node] {
        var markupStart = 0
        while position < bytes.count {
            if bytes.has("{{", at: position), let end = tagEnds.first(in: bytes, from: position + 2)
            {
                add(markup: markupStart..<position)
                try addTag(bytes.text(position + 2..<end))
                position = end + 2
                markupStart = position
            } else if bytes.has("<!--", at: position),
                let end = commentEnds.first(in: bytes, from: position + 4)
            {
                position = end + 3
            } else {
                position += 1
            }
        }
        add(markup: markupStart..<position)
        if let section = open.last {
            position = section.start
            throw error("{{/\(section.name)}} is missing for the section opened here")
        }
        return levels[0]
    }

    private mutating func add(markup range: Range<Int>) {
        if !range.isEmpty { add(.markup(bytes.text(range))) }
    }

    private mutating func add(_ node: TemplateText.Node) {
        levels[levels.count - 1].append(node)
    }

    private mutating func addTag(_ content: String) throws(TemplateError) {
        let tag = content.drop { $0 == "{" }.trimmed
        let name = tag.dropFirst().trimmed
        switch tag.unicodeScalars.first {
        case nil: throw error("{{}} doesn’t name a field")
        case "#" where !name.isEmpty: try open(name, isInverted: false)
        case "^" where !name.isEmpty: try open(name, isInverted: true)
        case "/" where !name.isEmpty: try close(name)
        default:
            let parts = tag.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
            add(.field(parts[parts.count - 1], filters: parts.dropLast().reversed()))
        }
    }

    private mutating func open(_ name: String, isInverted: Bool) throws(TemplateError) {
        guard open.count < TemplateText.maximumDepth else {
            throw error("this is nested too deeply")
        }
        open.append(Section(name: name, isInverted: isInverted, start: position))
        levels.append([])
    }

    private mutating func close(_ name: String) throws(TemplateError) {
        guard let section = open.popLast() else {
            throw error("{{/\(name)}} closes a section that was never opened")
        }
        guard section.name == name else {
            throw error("{{/\(name)}} appears where {{/\(section.name)}} is expected")
        }
        add(.section(name, isInverted: section.isInverted, levels.removeLast()))
    }

    private func error(_ reason: Phrase) -> TemplateError {
        TemplateError(at: position, of: bytes, reason)
    }

    /// Old templates may begin by selecting `<%` and `%>` in place of braces.
    private static func withoutOldMarks(_ source: String) -> String {
        let request = "{{=<% %>=}}"
        guard source.trimmed.hasPrefix(request) else { return source }
        return String(source.trimmed.dropFirst(request.count))
            .replacing("<%", with: "{{")
            .replacing("%>", with: "}}")
    }
}
