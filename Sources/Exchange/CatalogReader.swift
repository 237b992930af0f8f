internal import Languages
internal import LibraryValues
internal import Notes

/// Turns a string catalog into notes: one for each key, with a field for each localization.
struct CatalogReader: Sendable {
    let catalog: StringCatalog
    let names: LocalizationNames

    /// The values in the version of the file that was imported before.
    enum Base: Sendable {
        case unknown
        /// The same as in this one.
        case same
        /// By key.
        case values([String: [FieldID: FieldValue]])
    }

    func read(_ base: Base, _ body: (ImportItem) throws -> Void) throws {
        var known: Set<String> = []
        var unnamed: [String: Int] = [:]
        var repeated: [[String]: Int] = [:]
        let source = source
        for entry in catalog.entries where known.insert(entry.key).inserted {
            for localization in entry.localizations
            where names.language(of: localization.name) == nil {
                unnamed[localization.name, default: 0] += 1
            }
            for (name, earlier) in names.repeated(in: entry) {
                repeated[[name, earlier], default: 0] += 1
            }
            let (values, tooLong) = Self.fields(of: entry, source: source, names)
            let before: [FieldID: FieldValue]? =
                switch base {
                case .unknown: nil
                case .same: values
                case .values(let all): all[entry.key]
                }
            for language in tooLong {
                let key = entry.key.shortened
                let name = language.localizedName
                try body(.leftOut("“\(key)” is skipped: its text in \(name) is too long."))
            }
            guard !values.isEmpty else {
                let key = entry.key.shortened
                try body(.leftOut("“\(key)” is skipped: it has no text."))
                continue
            }
            var note = ImportNote(.key(entry.key), type: NoteType.languages.id, values: values)
            note.base = before
            note.wordType = entry.comment.flatMap(WordType.init(rawValue:))
            try body(.note(note))
        }
        for (name, count) in unnamed.sorted(by: { $0.key < $1.key }) {
            let texts: Phrase = "\(count) texts skipped"
            try body(.leftOut("“\(name.shortened)” isn’t a known language: \(texts)."))
        }
        for (pair, count) in repeated.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            let (name, earlier) = (pair[0].shortened, pair[1].shortened)
            try body(
                .leftOut(
                    "\(name): \(count) texts skipped, because “\(earlier)” contains the same language."
                )
            )
        }
    }

    private var source: LanguageTag {
        names.language(of: catalog.sourceLanguage.text) ?? catalog.sourceLanguage
    }

    /// The values by key.
    var values: [String: [FieldID: FieldValue]] {
        let source = source
        return Dictionary(
            catalog.entries.map { ($0.key, Self.fields(of: $0, source: source, names).values) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// The fields of one entry, and the languages whose texts are too long for a note; the key stands for a missing text in
    /// the source language.
    static func fields(
        of entry: StringCatalog.Entry,
        source: LanguageTag,
        _ names: LocalizationNames
    ) -> (values: [FieldID: FieldValue], tooLong: [LanguageTag]) {
        var values: [FieldID: FieldValue] = [:]
        values.reserveCapacity(entry.localizations.count + 1)
        var tooLong: [LanguageTag] = []
        func add(_ text: String, _ language: LanguageTag, state: String? = nil) {
            guard !text.trimmed.isEmpty else { return }
            guard text.fitsIntoField else { return tooLong.append(language) }
            values[.language(language)] = FieldValue(text, state: state)
        }
        var hasSource = false
        for (index, language) in names.fields(of: entry) {
            if language == source { hasSource = true }
            guard let unit = entry.localizations[index].content.shown else { continue }
            add(unit.value, language, state: unit.state)
        }
        if !hasSource { add(entry.key, source) }
        return (values, tooLong)
    }
}

extension String {
    var fitsIntoField: Bool { utf8.count <= NoteDraft.longestText }
}

extension String {
    /// Shortened to fit into a line of a report.
    var shortened: String {
        let line = split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return line.count > 60 ? "\(line.prefix(59))…" : line
    }
}
