internal import Languages
internal import Notes

/// A text whose encoding and layout are known.
struct TextTable: Sendable {
    static let mostBytes = 256 << 20

    let name: String
    let header: TextHeader
    let encoding: TextEncoding
    let layout: TextLayout
    /// Whether fields are HTML, by the header, or else by the tags in the first records.
    let isHTML: Bool
    /// From `#columns` or the first row.
    let columnNames: [String]
    let hasHeaderRow: Bool
    /// The most columns among the first records.
    let columnCount: Int

    let hasCarriageReturns: Bool

    private let text: [UInt8]

    init(_ options: ImportOptions, isList: Bool) throws(ExchangeError) {
        let given = options.text
        name = options.file.name
        let bytes = try options.file.read(atMost: Self.mostBytes)
        encoding = given.encoding ?? TextEncoding(guessedFrom: bytes)
        do {
            text = try encoding.utf8(of: bytes)
        } catch {
            throw .notInEncoding(file: name, encoding, line: error.line)
        }
        hasCarriageReturns = text.contains(UInt8(ascii: "\r"))
        header = TextHeader(text)
        layout =
            given.layout ?? header.separator.map { .table($0) }
            ?? TextLayout(guessedFrom: text, at: header.end, isList: isList)
        let records = TextRecords(text, layout: layout, from: header.end)
        let sample = Array(records.prefix(Self.sampleSize))
        isHTML =
            header.isHTML
            ?? ((!isList || header.end.offset > 0)
                && sample.prefix(Self.tagSampleSize).contains {
                    $0.fields.contains(where: \.hasTag)
                })
        let count = sample.map(\.fields.count).max() ?? 0
        columnCount = count
        let first = sample.first?.fields.map(\.trimmed) ?? []
        hasHeaderRow =
            !first.isEmpty
            && (given.hasHeaderRow ?? (header.columnNames.isEmpty && HeaderRow.isLikely(first)))
        columnNames = hasHeaderRow ? first : header.columnNames
    }

    /// The records, without the header row.
    var records: TextRecords {
        var records = TextRecords(text, layout: layout, from: header.end)
        if hasHeaderRow { _ = records.next() }
        return records
    }

    /// Whether any record has text, apart from the header row.
    var hasContent: Bool {
        records.contains { $0.fields.contains { !$0.trimmed.isEmpty } }
    }

    /// An upper bound for the number of notes.
    var lineCount: Int { text.count { $0 == UInt8(ascii: "\n") } + 1 }

    private static let sampleSize = 200
    /// As Anki does.
    private static let tagSampleSize = 5
}

extension String {
    /// Whether it contains an HTML tag that people use on cards; `vector<int>` is not one.
    fileprivate var hasTag: Bool {
        guard utf8.contains(UInt8(ascii: "<")) else { return false }
        return split(separator: "<", omittingEmptySubsequences: false).dropFirst().contains {
            rest in
            let name = rest.drop { $0 == "/" }.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
            return rest.contains(">") && Self.tags.contains(name.lowercased())
        }
    }

    private static let tags: Set = [
        "a", "b", "big", "br", "center", "code", "div", "em", "font", "h1", "h2", "h3", "h4", "h5",
        "h6", "hr", "i", "img", "li", "mark", "ol", "p", "pre", "rp", "rt", "ruby", "s", "small",
        "span", "strike", "strong", "sub", "sup", "table", "tbody", "td", "th", "tr", "u", "ul",
    ]
}

/// Tells a row of column names from a note.
enum HeaderRow {
    /// Whether all cells are usual names of columns.
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
