import Languages
package import Notes

/// How a text file is read, with the values that the page sends back.
package struct ColumnPreview: Sendable {
    package struct Column: Sendable {
        /// Empty where the file has no name for it.
        package var name: String
        package var use: String
        /// Its values in the first rows.
        package var samples: [String]

        package init(name: String, use: String, samples: [String]) {
            self.name = name
            self.use = use
            self.samples = samples
        }
    }

    let layout: String
    let layouts: [String]
    let encoding: String
    let encodings: [String]
    let hasHeaderRow: Bool
    let type: NoteType
    let types: [(type: NoteType, reference: String)]
    let uses: [String]
    let columns: [Column]

    package init(
        layout: String,
        layouts: [String],
        encoding: String,
        encodings: [String],
        hasHeaderRow: Bool,
        type: NoteType,
        types: [(type: NoteType, reference: String)],
        uses: [String],
        columns: [Column]
    ) {
        self.layout = layout
        self.layouts = layouts
        self.encoding = encoding
        self.encodings = encodings
        self.hasHeaderRow = hasHeaderRow
        self.type = type
        self.types = types
        self.uses = uses
        self.columns = columns
    }
}

/// The first rows of a text file, and controls for the use of each column and how the file is read.
struct ColumnChoice: HTML {
    let found: ColumnPreview

    private var types: [NoteType] { found.types.map(\.type) }

    func write(to page: inout HTMLWriter) {
        div(.class("columns")) {
            table(.class("column-table")) {
                thead {
                    tr {
                        Each(Array(found.columns.enumerated())) { number, column in
                            th(.fixed("scope", "col")) { columnHead(number + 1, column) }
                        }
                    }
                }
                tbody {
                    Each(rows) { row in
                        tr { Each(row) { cell in td(.dirAuto) { cell } } }
                    }
                }
            }
        }.write(to: &page)
        details(.class("names")) {
            summary(.class("more-summary")) { "How to read the text" }
            div(.class("read-as")) {
                choice(
                    "type",
                    "Card type",
                    found.types.map { ($0.reference, $0.type.localizedName(among: types)) },
                    found.types.first { $0.type.id == found.type.id }?.reference ?? ""
                )
                choice(
                    "separator",
                    "Field separator",
                    found.layouts.map { ($0, Self.words(ofLayout: $0)) },
                    found.layout
                )
                choice(
                    "encoding",
                    "Encoding",
                    found.encodings.map { ($0, Phrase(verbatim: $0.uppercased())) },
                    found.encoding
                )
                choice(
                    "header",
                    "First row",
                    [("yes", "Column names"), ("no", "A card")],
                    found.hasHeaderRow ? "yes" : "no"
                )
            }
        }.write(to: &page)
    }

    private var rows: [[String]] {
        let count = found.columns.map(\.samples.count).max() ?? 0
        return (0..<count).map { row in found.columns.map { $0.samples[row] } }
    }

    @HTMLBuilder private func columnHead(_ number: Int, _ column: ColumnPreview.Column)
        -> some HTML
    {
        if !column.name.isEmpty { span(.class("small"), .dirAuto) { column.name } }
        let name = column.name.isEmpty ? "\(number)" : column.name
        if found.type.cards == .languages {
            input(
                .class("input"),
                .type("text"),
                .text("data-name", "\(number)"),
                .text("value", column.use),
                .ariaLabel("Column \(name) contains"),
                .fixed("autocapitalize", "off"),
                .fixed("spellcheck", "false")
            )
        } else {
            select(
                .class("input"),
                .text("data-name", "\(number)"),
                .ariaLabel("Column \(name) contains")
            ) {
                Each(found.uses) { use in
                    selectOption(use, isSelected: use == column.use) { words(ofUse: use) }
                }
            }
        }
    }

    private func choice(
        _ name: String,
        _ title: Phrase,
        _ options: [(value: String, words: Phrase)],
        _ chosen: String
    ) -> some HTML {
        Field("read-\(name)", title) {
            select(.class("input"), .text("id", "read-\(name)"), .text("data-option", name)) {
                Each(options) { value, words in
                    selectOption(value, isSelected: value == chosen) { words }
                }
            }
        }
    }

    private func words(ofUse use: String) -> Phrase {
        switch use {
        case "tags": "Tags"
        case "deck": "Deck"
        case "notetype": "Card type"
        case "guid": "Anki’s ID (guid)"
        case "wordtype": "Word type"
        case "latitude": "Latitude"
        case "longitude": "Longitude"
        case "ignore": "Nothing"
        default:
            found.type.fields.first { $0.name == use }.map { found.type.localizedName(of: $0) }
                ?? Phrase(verbatim: use)
        }
    }

    private static func words(ofLayout layout: String) -> Phrase {
        switch layout {
        case "tab": "A tab"
        case "pipe": "A bar |"
        case "semicolon": "A semicolon ;"
        case "comma": "A comma ,"
        case "space": "A space"
        case "dash": "A dash –"
        case "equals": "An equals sign ="
        case "colon": "A colon :"
        case "lines": "One line each, with an empty line between cards"
        default: Phrase(verbatim: layout)
        }
    }
}
