internal import Languages
internal import Notes

/// The note type for a text's records, and the uses of its columns.
struct TextPlan: Sendable {
    /// The type of records that name none.
    let type: NoteType
    /// By column.
    let uses: [ColumnUse]
    /// Columns that have no name or choice, and for which no field is left.
    let unclaimed: Set<Int>
    let fields: [(column: Int, field: FieldID)]
    /// The types that records may name.
    let types: [NoteType]

    /// - Parameters:
    ///   - typeName: The type that was chosen, if any.
    ///   - columns: The uses that were chosen, by the names of columns or their numbers from 1.
    init(
        _ table: TextTable,
        types: [NoteType],
        typeName: String?,
        columns: [String: String]
    ) throws(ExchangeError) {
        self.types = types
        type = try Self.type(of: table, among: types, typeName, columns)
        let known = try Self.knownUses(in: table, of: type, columns)
        let uses = Self.uses(in: table, of: type, known)
        self.uses = uses
        unclaimed = Set(uses.indices.filter { uses[$0] == .ignored && known[$0] == nil })
        fields = uses.enumerated().compactMap { column, use in
            if case .field(let field) = use { (column, field) } else { nil }
        }
    }

    private static func type(
        of table: TextTable,
        among types: [NoteType],
        _ name: String?,
        _ columns: [String: String]
    ) throws(ExchangeError) -> NoteType {
        if let name {
            guard let type = chosen(name, among: types) else { throw .noNoteType(name) }
            return type
        }
        if let type = table.header.type.flatMap({ find($0, among: types) }) { return type }
        let names = columns.isEmpty ? table.columnNames : Array(columns.values)
        let fields = Set(names.map(\.caseFolded))
        let best = types.max { matches($0, fields) < matches($1, fields) }
        if let best, matches(best, fields) > 1 { return best }
        if names.contains(where: { ColumnUse.special($0) == .latitude }) { return .place }
        let languages = names.filter {
            ColumnUse.special($0) == nil && LanguageTag(name: $0) != nil
        }
        if languages.count > 1, let type = types.first(where: { $0.cards == .languages }) {
            return type
        }
        return types.first { $0.id == NoteType.basic.id } ?? .basic
    }

    /// A score for how many of a type's fields are named; types with further fields score less.
    private static func matches(_ type: NoteType, _ names: Set<String>) -> Int {
        let count = type.fields.count { names.contains($0.name.caseFolded) }
        return count > 1 ? 100 * count - type.fields.count : 0
    }

    /// How the choice of a type is written: by its name, or by its id where another type is found under that name.
    static func reference(to type: NoteType, among types: [NoteType]) -> String {
        find(type.name, among: types)?.id == type.id ? type.name : "#\(type.id.rawValue)"
    }

    private static func chosen(_ reference: String, among types: [NoteType]) -> NoteType? {
        find(reference, among: types) ?? types.first { "#\($0.id.rawValue)" == reference }
    }

    /// The type with a name, here or in Anki.
    static func find(_ name: String, among types: [NoteType]) -> NoteType? {
        let key = name.caseFolded
        if let type = types.first(where: { $0.name == name })
            ?? types.first(where: { $0.name.caseFolded == key })
        {
            return type
        }
        return name == NoteType.reversedInAnki
            ? types.first { $0.id == NoteType.basicAndReversed.id } : nil
    }

    /// The uses that were chosen or follow from names, by index.
    private static func knownUses(
        in table: TextTable,
        of type: NoteType,
        _ columns: [String: String]
    ) throws(ExchangeError) -> [Int: ColumnUse] {
        let names = table.columnNames
        var uses: [Int: ColumnUse] = table.header.columns
        for (column, text) in columns.sorted(by: { $0.key < $1.key }) {
            let key = column.caseFolded
            let place =
                names.firstIndex { $0 == column } ?? names.firstIndex { $0.caseFolded == key }
                ?? Int(column).flatMap { $0 > 0 ? $0 - 1 : nil }
            guard let place, (0..<DelimitedText.mostColumns).contains(place) else {
                throw .noColumn(column)
            }
            guard let use = ColumnUse(text, in: type) else { throw .noField(text, type: type.name) }
            uses[place] = use
        }
        var taken = Set(uses.values)
        for (place, name) in names.enumerated() where uses[place] == nil && !name.isEmpty {
            guard let use = ColumnUse(name, in: type), taken.insert(use).inserted else { continue }
            uses[place] = use
        }
        return uses
    }

    private static func uses(
        in table: TextTable,
        of type: NoteType,
        _ known: [Int: ColumnUse]
    ) -> [ColumnUse] {
        let count = max(table.columnCount, (known.keys.max() ?? -1) + 1)
        let taken = Set(known.values)
        // Columns without a known use get the remaining fields, in order.
        var left = type.fields.map { ColumnUse.field($0.id) }.filter { !taken.contains($0) }[...]
        let isNamed =
            table.hasHeaderRow && taken.contains { if case .field = $0 { true } else { false } }
        return (0..<count).map { place in
            known[place] ?? (isNamed ? .ignored : left.popFirst() ?? .ignored)
        }
    }

    /// The field that identifies a note without a guid.
    func firstField(of type: NoteType, in values: [FieldID: FieldValue]) -> FieldID? {
        guard type.cards == .languages else { return type.fields.first?.id }
        for case .field(let field) in uses where values[field]?.text.isEmpty == false {
            return field
        }
        return values.keys.min()
    }
}

extension NoteType {
    /// Anki's name for the type whose cards ask both ways.
    static let reversedInAnki = "Basic (and reversed card)"
}
