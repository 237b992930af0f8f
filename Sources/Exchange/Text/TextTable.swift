internal import Languages
internal import Library
internal import Notes

/// A text that was opened: it is known how its records stand in it.
struct TextTable: Sendable {
    /// As many bytes are read of one text.
    static let mostBytes = 256 << 20

    let name: String
    let header: TextHeader
    let encoding: TextEncoding
    let layout: TextLayout
    /// What the columns are called; by `#columns` or by the first row.
    let columnNames: [String]
    let hasHeaderRow: Bool
    /// How many columns its first records have at most.
    let columnCount: Int

    private let text: [UInt8]

    init(_ order: ImportOrder, isList: Bool) throws(ExchangeError) {
        let wish = order.text
        name = order.file.name
        let bytes = try order.file.read(atMost: Self.mostBytes)
        encoding = wish.encoding ?? TextEncoding(guessedFrom: bytes)
        do {
            text = try encoding.utf8(of: bytes)
        } catch {
            throw .notInEncoding(file: name, encoding, line: error.line)
        }
        header = TextHeader(text)
        layout =
            wish.layout ?? header.separator.map { .table($0) }
            ?? TextLayout(guessedFrom: text, at: header.end, isList: isList)
        let records = TextRecords(text, layout: layout, from: header.end)
        let sample = Array(records.prefix(Self.looked))
        let count = sample.map(\.fields.count).max() ?? 0
        columnCount = count
        let first = sample.first?.fields.map(\.trimmed) ?? []
        hasHeaderRow =
            !first.isEmpty
            && (wish.hasHeaderRow ?? (header.columnNames.isEmpty && HeaderRow.isLikely(first)))
        columnNames = hasHeaderRow ? first : header.columnNames
    }

    /// The records, from the first note on.
    var records: TextRecords {
        var records = TextRecords(text, layout: layout, from: header.end)
        if hasHeaderRow { _ = records.next() }
        return records
    }

    /// How many lines it has: its notes at most.
    var lineCount: Int { text.count { $0 == UInt8(ascii: "\n") } + 1 }

    private static let looked = 200
}

/// Tells the names of columns from the first note.
enum HeaderRow {
    /// Whether all that stands in the row are words that columns are called by.
    static func isLikely(_ row: [String]) -> Bool {
        let cells = row.filter { !$0.isEmpty }
        return cells.count > 1 && cells.count * 2 >= row.count && cells.allSatisfy(isName)
    }

    private static func isName(_ cell: String) -> Bool {
        let word = cell.lowercased()
        return fieldNames.contains(word) || ColumnUse.special(cell) != nil
            || LanguageTag(name: cell).map { LanguageTag.named.contains($0) } ?? false
    }

    private static let fieldNames: Set = [
        "answer", "back", "back extra", "definition", "description", "example", "expression",
        "extra", "front", "hint", "kanji", "meaning", "name", "note", "notes", "phrase", "picture",
        "pinyin", "pronunciation", "question", "reading", "romaji", "sentence", "sound", "term",
        "text", "translation", "word",
    ]
}
