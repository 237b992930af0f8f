package import Notes

/// How a text is read, for somebody who may want it otherwise.
package struct TextColumns: Sendable {
    /// One column.
    package struct Column: Sendable {
        /// What the text calls it; empty where it says nothing.
        package var name: String
        /// What it holds.
        package var use: ColumnUse
        /// What stands in it, in the first rows.
        package var samples: [String]
    }

    /// How the records stand in it.
    package var layout: TextLayout
    /// In which bytes it is written.
    package var encoding: TextEncoding
    /// Whether its first row names the columns.
    package var hasHeaderRow: Bool
    /// The type of its notes, but for those that name another.
    package var type: NoteType
    /// Those that it may be read as.
    package var types: [NoteType]
    /// The columns, in their order.
    package var columns: [Column]

    /// What a column may hold, as it is written.
    package var possibleUses: [String] {
        let fields: [ColumnUse] =
            type.cards == .languages
            ? columns.map(\.use).filter { if case .field = $0 { true } else { false } }
            : type.fields.map { .field($0.id) }
        let named = ColumnUse.named.map(\.use).filter { use in
            use != .latitude && use != .longitude || type.cards == .place
        }
        return (fields + named).map { $0.text(in: type) }
    }

    init(_ table: TextTable, _ plan: TextPlan) {
        layout = table.layout
        encoding = table.encoding
        hasHeaderRow = table.hasHeaderRow
        type = plan.type
        types = plan.types
        let rows = Array(table.records.prefix(Self.shownRows))
        columns = plan.uses.enumerated().map { place, use in
            Column(
                name: table.columnNames.indices.contains(place) ? table.columnNames[place] : "",
                use: use,
                samples: rows.map { row in
                    row.fields.indices.contains(place) ? row.fields[place].shortened : ""
                }
            )
        }
    }

    private static let shownRows = 5
}

/// What somebody says of a text that is to be read otherwise than it would be.
package struct TextOptions: Hashable, Sendable {
    /// How the records stand in it.
    package var layout: TextLayout?
    /// In which bytes it is written.
    package var encoding: TextEncoding?
    /// Whether its first row names the columns.
    package var hasHeaderRow: Bool?
    /// The name of its notes' type.
    package var type: String?

    /// Says so much.
    package init(
        layout: TextLayout? = nil,
        encoding: TextEncoding? = nil,
        hasHeaderRow: Bool? = nil,
        type: String? = nil
    ) {
        self.layout = layout
        self.encoding = encoding
        self.hasHeaderRow = hasHeaderRow
        self.type = type
    }
}
