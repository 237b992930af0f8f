internal import Languages
internal import LibraryValues
internal import Notes

struct TextNotes {
    private let table: TextTable
    private let plan: TextPlan
    private let tags: [TagName]
    private let hasTags: Bool
    private let fieldColumns: [Int]
    /// Types that records name and the library lacks.
    private var madeTypes: [String: NoteType] = [:]
    /// Columns without a field: those that were empty so far, and those with content, which is lost.
    private var emptyColumns: Set<Int>
    private var lostColumns: Set<Int> = []
    /// By a hash of what identifies a note without a guid, a hash of all fields of the first such note.
    private var seen: [Int: Int] = [:]
    private var generators: [NoteTypeID: CardGenerator] = [:]

    init(_ table: TextTable, _ plan: TextPlan) {
        self.table = table
        self.plan = plan
        tags = table.header.tags.compactMap { TagName($0) }
        hasTags = plan.uses.contains(.tags)
        emptyColumns = plan.unclaimed
        fieldColumns = plan.uses.indices.filter { column in
            switch plan.uses[column] {
            case .field, .ignored: true
            default: false
            }
        }
    }

    mutating func read(_ body: (ImportItem) throws -> Void) throws {
        for record in table.records {
            switch note(record) {
            case .none: continue
            case .success(let (type, note))?:
                if let type { try body(.type(ImportNoteType(type))) }
                try body(.note(note))
            case .failure(let flaw)?:
                try body(.leftOut("Line \(String(record.line)): \(flaw.words)"))
            }
        }
        for column in lostColumns.sorted() {
            let name = name(of: column) ?? String(column + 1)
            try body(
                .leftOut("“\(plan.type.localizedName)” has no field for column “\(name)”.")
            )
        }
    }

    private struct Flaw: Error { var words: Phrase }

    /// A note, and its type where it is new; nil for an empty record.
    private mutating func note(
        _ record: DelimitedText.Record
    ) -> Result<(NoteType?, ImportNote), Flaw>? {
        guard record.fields.contains(where: { !$0.trimmed.isEmpty }) else { return nil }
        do throws(Flaw) {
            return .success(try read(record))
        } catch {
            return .failure(error)
        }
    }

    private mutating func read(
        _ record: DelimitedText.Record
    ) throws(Flaw) -> (NoteType?, ImportNote) {
        var (type, new): (NoteType, NoteType?) = (plan.type, nil)
        var note = ImportNote(.none, type: type.id, values: [:])
        var guid = ""
        var degrees: (latitude: String?, longitude: String?)
        for (use, field) in zip(plan.uses, record.fields) {
            var text: String { field.trimmed }
            switch use {
            case .type: (type, new) = try self.type(named: text)
            case .deck where !text.isEmpty:
                guard let deck = DeckName(text) else {
                    throw Flaw(words: "“\(text.shortened)” can’t be used as a deck name.")
                }
                note.deck = deck
            case .tags: note.tags += TextHeader.words(text).compactMap { TagName($0) }
            case .guid: guid = text
            case .wordType: note.wordType = WordType(rawValue: text.lowercased())
            case .latitude: degrees.latitude = text
            case .longitude: degrees.longitude = text
            case .field, .deck, .ignored: break
            }
        }
        note.type = type.id
        note.values = try values(record, of: type)
        note.hasAllTags = hasTags
        note.tags = Self.unique(note.tags + tags)
        note.place = try place(degrees)
        guard let first = plan.firstField(of: type, in: note.values) else {
            throw Flaw(words: "all fields are empty.")
        }
        guard note.values[first]?.text.isEmpty == false else {
            let name = type.localizedName(of: first) ?? Phrase(verbatim: first.description)
            throw Flaw(words: "the field “\(name)” is empty.")
        }
        if let flaw = flaw(of: note, type) {
            note.flawUnlessAsked = "Line \(String(record.line)): \(flaw)"
            // A note that exists keeps its answer.
            note.values = note.values.filter { !$1.text.isEmpty }
        }
        if !guid.isEmpty {
            note.identity = .guid(NoteGUID(rawValue: guid))
        } else if !table.header.keepsBoth {
            // One word of a language may mean much else in other decks.
            let isInDeck = type.cards == .languages || table.header.matchesInDeck
            note.identity =
                note.flawUnlessAsked == nil
                ? identity(of: note, type, by: first, isInDeck: isInDeck)
                : .text(of: first, inDeck: isInDeck)
        }
        for column in emptyColumns
        where type.id == plan.type.id && record.fields.indices.contains(column)
            && !record.fields[column].trimmed.isEmpty
        {
            emptyColumns.remove(column)
            lostColumns.insert(column)
        }
        return (new, note)
    }

    /// Why a note would never be asked; nil if it would be.
    private mutating func flaw(of note: ImportNote, _ type: NoteType) -> Phrase? {
        if case .templates = type.cards,
            type.fields.allSatisfy({ note.values[$0.id]?.text.isEmpty == false })
        {
            return nil
        }
        let generator = generators[type.id] ?? CardGenerator(type)
        generators[type.id] = generator
        let values = Note(
            id: NoteID(rawValue: 1),
            guid: NoteGUID(rawValue: ""),
            type: type.id,
            deck: DeckID(rawValue: 1),
            values: note.values,
            made: Moment(milliseconds: 0)
        )
        guard !generator.asks(values) else { return nil }
        let flaw: Phrase =
            switch type.cards {
            case .languages: "only one language is filled in."
            case .cloze: "nothing is hidden. Mark the text to hide: {{c1::word}}."
            case .templates, .place: "the answer is empty."
            }
        return flaw
    }

    /// A note is identified by its first field, unless another line with other fields is too.
    ///
    /// Such a second meaning of a word is another note, identified by all its fields.
    private mutating func identity(
        of note: ImportNote,
        _ type: NoteType,
        by first: FieldID,
        isInDeck: Bool
    ) -> ImportNote.Identity {
        var hasher = Hasher()
        hasher.combine(note.type)
        if isInDeck { hasher.combine(note.deck) }
        hasher.combine(note.values[first]?.text)
        let beginning = hasher
        let known = beginning.finalize()
        for (_, field) in fields(of: type) where field != first {
            hasher.combine(note.values[field]?.text)
        }
        let whole = hasher.finalize()
        guard let earlier = seen[known], earlier != whole else {
            seen[known] = whole
            return .text(of: first, inDeck: isInDeck)
        }
        var hash = StableHash()
        for (field, value) in note.values.sorted(by: { $0.key < $1.key }) {
            hash.combine("\(field)\u{1F}\(value.text)\u{1E}")
        }
        return .guid(NoteGUID(rawValue: "text/\(note.type)/\(hash.value)"))
    }

    private func values(
        _ record: DelimitedText.Record,
        of type: NoteType
    ) throws(Flaw) -> [FieldID: FieldValue] {
        let fields = fields(of: type)
        var values = [FieldID: FieldValue](minimumCapacity: fields.count)
        for (column, field) in fields where record.fields.indices.contains(column) {
            var text = record.fields[column]
            if table.hasCarriageReturns, text.utf8.contains(UInt8(ascii: "\r")) {
                text = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
            }
            if table.isHTML, !type.usesHTML {
                text = text.asPlainTextWithMedia
            } else if type.usesHTML, !table.isHTML {
                text = AnkiMarkup.html(of: text)
            }
            text = text.trimmed
            guard text.utf8.count <= NoteDraft.longestText else {
                throw Flaw(words: "the text in column \(String(column + 1)) is too long.")
            }
            // A second column of a field adds nothing unless the first is empty.
            if values[field]?.text.isEmpty ?? true { values[field] = FieldValue(text) }
        }
        if type.cards == .languages { values = values.filter { !$1.text.isEmpty } }
        return values
    }

    /// The columns of a type's fields; those of another type than the plan's follow in order.
    private func fields(of type: NoteType) -> [(column: Int, field: FieldID)] {
        if type.id == plan.type.id { return plan.fields }
        guard type.cards == .languages else {
            return Array(zip(fieldColumns, type.fields.map(\.id)))
        }
        return fieldColumns.compactMap { column in
            guard table.columnNames.indices.contains(column),
                let language = LanguageTag(table.columnNames[column])
            else { return nil }
            return (column, .language(language))
        }
    }

    private mutating func type(named name: String) throws(Flaw) -> (NoteType, NoteType?) {
        if name.isEmpty { return (plan.type, nil) }
        if let type = madeTypes[name] ?? TextPlan.find(name, among: plan.types) {
            return (type, nil)
        }
        guard madeTypes.count < Self.mostTypes else {
            throw Flaw(words: "there is no card type “\(name.shortened)”.")
        }
        let type = Self.type(named: name, fields: fieldNames)
        madeTypes[name] = type
        return (type, type)
    }

    private var fieldNames: [String] {
        fieldColumns.enumerated().map { number, column in
            let name = name(of: column) ?? ""
            return name.isEmpty || name.contains(where: { "{}:#^/".contains($0) })
                ? "Field \(number + 1)" : name
        }
    }

    private func name(of column: Int) -> String? {
        let names = table.columnNames
        return names.indices.contains(column) && !names[column].isEmpty ? names[column] : nil
    }

    /// A type of which only the name is known; its first field asks for the others.
    private static func type(named name: String, fields: [String]) -> NoteType {
        let fields = fields.enumerated().map { number, name in
            NoteType.Field(id: .number(number + 1), name: name)
        }
        let back = fields.dropFirst().map { "{{#\($0.name)}}{{\($0.name)}}<br>{{/\($0.name)}}" }
        return NoteType(
            // The same whenever the file is imported; not the highest, so that another can follow it.
            id: NoteTypeID(rawValue: Int64(clamping: StableHash(name).value >> 2) | 1 << 61),
            name: String(name.prefix(100)),
            fields: fields,
            cards: .templates([
                NoteType.Template(
                    id: 1,
                    name: "Card 1",
                    front: fields.first.map { "{{\($0.name)}}" } ?? "",
                    back: back.joined()
                )
            ])
        )
    }

    private func place(
        _ degrees: (latitude: String?, longitude: String?)
    ) throws(Flaw) -> Place? {
        guard let north = degrees.latitude, let east = degrees.longitude,
            !(north.isEmpty && east.isEmpty)
        else { return nil }
        guard let latitude = Double(north.replacing(",", with: ".")),
            let longitude = Double(east.replacing(",", with: ".")),
            let place = Place(latitude: latitude, longitude: longitude)
        else {
            throw Flaw(
                words: "“\(north.shortened), \(east.shortened)” isn’t a location on Earth."
            )
        }
        return place
    }

    private static func unique(_ tags: [TagName]) -> [TagName] {
        guard tags.count > 1 else { return tags }
        var keys: Set<String> = []
        return tags.filter { keys.insert($0.key).inserted }
    }

    private static let mostTypes = 100
}
