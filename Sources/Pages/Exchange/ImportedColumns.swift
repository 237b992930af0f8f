import Languages

/// How a text that is to be imported is read, in the words in which the page says it back.
package struct ColumnPreview: Sendable {
    /// One column.
    package struct Column: Sendable {
        /// What the text calls it; empty where it says nothing.
        package var name: String
        /// What it holds.
        package var use: String
        /// What stands in it, in the first rows.
        package var samples: [String]

        /// Puts a column together.
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
    let type: String
    let types: [String]
    let uses: [String]
    let columns: [Column]

    /// Puts together what is known, and what could be chosen instead.
    package init(
        layout: String,
        layouts: [String],
        encoding: String,
        encodings: [String],
        hasHeaderRow: Bool,
        type: String,
        types: [String],
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

/// Shows the first rows of a text, and what each column is taken for; all of it can be chosen otherwise.
struct ColumnChoice: HTML {
    let found: ColumnPreview

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
            summary(.class("more-summary")) { "How the text is read" }
            div(.class("read-as")) {
                choice(
                    "type",
                    "Note type",
                    found.types.map { ($0, Phrase(verbatim: $0)) },
                    found.type
                )
                choice(
                    "separator",
                    "Between the fields",
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
                    [("yes", "Names of the columns"), ("no", "A card like the others")],
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
        if found.type == "Languages" {
            input(
                .class("input"),
                .type("text"),
                .text("data-name", "\(number)"),
                .text("value", column.use),
                .ariaLabel("Column \(name) holds"),
                .fixed("autocapitalize", "off"),
                .fixed("spellcheck", "false")
            )
        } else {
            select(
                .class("input"),
                .text("data-name", "\(number)"),
                .ariaLabel("Column \(name) holds")
            ) {
                Each(found.uses) { use in
                    option(.text("value", use), .present("selected", if: use == column.use)) {
                        Self.words(ofUse: use)
                    }
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
        div(.class("field")) {
            label(.text("for", "read-\(name)")) { title }
            select(.class("input"), .text("id", "read-\(name)"), .text("data-option", name)) {
                Each(options) { value, words in
                    option(.text("value", value), .present("selected", if: value == chosen)) {
                        words
                    }
                }
            }
        }
    }

    private static func words(ofUse use: String) -> Phrase {
        switch use {
        case "tags": "Tags"
        case "deck": "Deck"
        case "notetype": "Note type"
        case "guid": "Anki’s name (guid)"
        case "wordtype": "Word type"
        case "latitude": "Latitude"
        case "longitude": "Longitude"
        case "ignore": "Nothing"
        default: Phrase(verbatim: use)
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
        case "lines": "A line each, then an empty one"
        default: Phrase(verbatim: layout)
        }
    }
}
