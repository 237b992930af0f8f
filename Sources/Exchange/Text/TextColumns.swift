public import Notes

/// How a text is read, for somebody who may want it otherwise.
public struct TextColumns: Sendable {
    /// One column.
    public struct Column: Sendable {
        /// What the text calls it; empty where it says nothing.
        public var name: String
        /// What it holds.
        public var use: ColumnUse
        /// What stands in it, in the first rows.
        public var samples: [String]
    }

    /// How the records stand in it.
    public var layout: TextLayout
    /// In which bytes it is written.
    public var encoding: TextEncoding
    /// Whether its first row names the columns.
    public var hasHeaderRow: Bool
    /// The type of its notes, but for those that name another.
    public var type: NoteType
    /// Those that it may be read as.
    public var types: [NoteType]
    /// The columns, in their order.
    public var columns: [Column]

    /// What a column may hold, as it is written.
    public var possibleUses: [String] {
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
public struct TextWish: Hashable, Sendable {
    /// How the records stand in it.
    public var layout: TextLayout?
    /// In which bytes it is written.
    public var encoding: TextEncoding?
    /// Whether its first row names the columns.
    public var hasHeaderRow: Bool?
    /// The name of its notes' type.
    public var type: String?

    /// Says so much.
    public init(
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
