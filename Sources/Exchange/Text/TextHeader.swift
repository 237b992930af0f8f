internal import LibraryValues
internal import Notes

/// The header lines of a text for Anki, such as `#separator:tab` or `#deck column:3`.
struct TextHeader: Sendable {
    private(set) var separator: Separator?
    /// Whether fields are HTML; nil where it does not say.
    private(set) var isHTML: Bool?
    /// For all notes.
    private(set) var tags: [String] = []
    private(set) var columnNames: [String] = []
    private(set) var type: String?
    private(set) var deck: String?
    /// Columns that are not fields, by index.
    private(set) var columns: [Int: ColumnUse] = [:]
    private(set) var update: UpdateRule?
    /// Whether a new note is added beside an existing one.
    private(set) var keepsBoth = false
    /// Whether existing notes are only found in the same deck.
    private(set) var matchesInDeck = false
    /// Where the header ends, and the number of the next line.
    private(set) var end = (offset: 0, line: 1)

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
                    // The value may be a tab or a space.
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
                tags = Self.tags(line.dropFirst(5))
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
        case "tags": tags = Self.tags(value)
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

    /// Tags for all notes, at most a hundred, because each is stored with every note.
    private static func tags(_ text: some StringProtocol) -> [String] {
        Array(words(text).prefix(100))
    }

    static func words(_ text: some StringProtocol) -> [String] {
        text.split { $0.isWhitespace }.map { String($0) }
    }

    /// The next line; nil at the end of the text.
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
