internal import Library
internal import Notes

/// The lines with which a text for Anki begins: `#separator:tab`, `#deck column:3`.
struct TextHeader: Sendable {
    private(set) var separator: Separator?
    /// Whether its fields are HTML; nil where it does not say.
    private(set) var isHTML: Bool?
    /// Given to all its notes.
    private(set) var tags: [String] = []
    private(set) var columnNames: [String] = []
    private(set) var type: String?
    private(set) var deck: String?
    /// What columns hold besides fields, by their places from 0.
    private(set) var columns: [Int: ColumnUse] = [:]
    private(set) var update: UpdateRule?
    /// Whether a note that is there already is to stay beside the new one.
    private(set) var keepsBoth = false
    /// Whether a note is known again only among those of its deck.
    private(set) var matchesInDeck = false
    /// Where the header ends, and the line after it.
    private(set) var end = (offset: 0, line: 1)

    /// Reads the header of a text, if it has one.
    init(_ text: [UInt8]) {
        var names: String?
        while let line = line(in: text) {
            if line.hasPrefix("#") {
                let parts = line.dropFirst().split(
                    separator: ":",
                    maxSplits: 1,
                    omittingEmptySubsequences: false
                )
                if parts.count == 2 {
                    let key = parts[0].trimmed.lowercased()
                    // A tab or a space may be all that stands there.
                    if key == "separator" {
                        separator =
                            Separator(named: parts[1].trimmed)
                            ?? Separator(String(parts[1]))
                    } else if key == "columns" {
                        names = String(parts[1])
                    } else {
                        take(key, parts[1].trimmed)
                    }
                }
            } else if end.line == 1, line.lowercased().hasPrefix("tags:") {
                tags = Self.words(line.dropFirst(5))
            } else {
                break
            }
            step(over: text)
        }
        guard let names else { return }
        let separator = separator ?? Separator(guessedFrom: Array(names.utf8)) ?? .tab
        var row = DelimitedText(Array(names.utf8), separator: separator)
        columnNames = (row.next()?.fields ?? []).map(\.trimmed)
    }

    private mutating func take(_ key: String, _ value: String) {
        let column = Int(value).flatMap { $0 > 0 && $0 <= DelimitedText.mostColumns ? $0 - 1 : nil }
        switch key {
        case "html": isHTML = ["true": true, "false": false][value.lowercased()]
        case "tags": tags = Self.words(value)
        case "notetype": type = value
        case "deck": deck = value
        case "notetype column": if let column { columns[column] = .type }
        case "deck column": if let column { columns[column] = .deck }
        case "tags column": if let column { columns[column] = .tags }
        case "guid column": if let column { columns[column] = .guid }
        case "match scope": matchesInDeck = value.lowercased().contains("deck")
        case "if matches":
            switch value.lowercased() {
            case "update current": update = .always
            case "keep current": update = .never
            case "keep both": keepsBoth = true
            default: break
            }
        default: break
        }
    }

    static func words(_ text: some StringProtocol) -> [String] {
        text.split { $0.isWhitespace }.map { String($0) }
    }

    /// The line that begins where the header ends so far; nil at the end of the text.
    private func line(in text: [UInt8]) -> String? {
        guard end.offset < text.count else { return nil }
        let rest = text[end.offset...].prefix(Self.longestLine)
        let line = rest.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        return String(decoding: line, as: UTF8.self)
    }

    private mutating func step(over text: [UInt8]) {
        let isEnd = { (byte: UInt8) in byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }
        guard let stop = text[end.offset...].firstIndex(where: isEnd) else {
            end.offset = text.count
            return
        }
        let isPair =
            text[stop] == UInt8(ascii: "\r") && stop + 1 < text.count
            && text[stop + 1] == UInt8(ascii: "\n")
        end = (stop + (isPair ? 2 : 1), end.line + 1)
    }

    private static let longestLine = 65_536
}
