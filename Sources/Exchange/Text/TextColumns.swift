package import Notes

/// How a text is read, so that a learner can correct it.
package struct TextColumns: Sendable {
    package struct Column: Sendable {
        /// Empty where the text does not name it.
        package var name: String
        package var use: ColumnUse
        /// Its content in the first rows, without markup.
        package var samples: [String]
    }

    package var layout: TextLayout
    package var encoding: TextEncoding
    /// Whether the first row names the columns.
    package var hasHeaderRow: Bool
    /// The type of notes that name no other.
    package var type: NoteType
    package var types: [NoteType]
    package var columns: [Column]

    /// How the choice of a type is written.
    package func reference(to type: NoteType) -> String {
        TextPlan.reference(to: type, among: types)
    }

    /// The names of the uses that a column may have.
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

}

extension TextColumns {
    init(_ table: TextTable, _ plan: TextPlan) {
        layout = table.layout
        encoding = table.encoding
        hasHeaderRow = table.hasHeaderRow
        type = plan.type
        types = plan.types
        let rows = table.records.prefix(Self.shownRows).map { row in
            row.fields.map { (table.isHTML ? $0.asPlainTextWithMedia : $0).shortened }
        }
        columns = plan.uses.enumerated().map { place, use in
            Column(
                name: table.columnNames.indices.contains(place) ? table.columnNames[place] : "",
                use: use,
                samples: rows.map { $0.indices.contains(place) ? $0[place] : "" }
            )
        }
    }

    private static let shownRows = 5
}

/// How to read a text; nil for what is guessed.
package struct TextOptions: Hashable, Sendable {
    package var layout: TextLayout?
    package var encoding: TextEncoding?
    /// Whether the first row names the columns.
    package var hasHeaderRow: Bool?
    /// The name of a note type.
    package var type: String?

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
