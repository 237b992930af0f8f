internal import Languages
internal import Library
internal import Notes

/// Makes notes of a string catalog: one a key, one field a localization.
struct CatalogReader: Sendable {
    let catalog: StringCatalog
    let names: LocalizationNames

    /// What the notes had when the deck's file came last.
    enum Earlier: Sendable {
        /// No file came before.
        case unknown
        /// The very file that comes now.
        case same
        /// By key.
        case values([String: [FieldID: FieldValue]])
    }

    /// Hands over the notes, and says what of the catalog becomes none.
    func read(_ earlier: Earlier, _ hand: Delivery.Hand) throws {
        var known: Set<String> = []
        var unnamed: [String: Int] = [:]
        let source = source
        for entry in catalog.entries where known.insert(entry.key).inserted {
            for localization in entry.localizations
            where names.language(of: localization.name) == nil {
                unnamed[localization.name, default: 0] += 1
            }
            let (values, tooLong) = Self.fields(of: entry, source: source, names)
            let before: [FieldID: FieldValue]? =
                switch earlier {
                case .unknown: nil
                case .same: values
                case .values(let all): all[entry.key]
                }
            for language in tooLong {
                let key = entry.key.shortened
                let name = language.spokenName
                try hand(.leftOut("“\(key)” is too long in \(name) and stays in the file."))
            }
            guard !values.isEmpty else {
                let key = entry.key.shortened
                try hand(.leftOut("“\(key)” has no text and stays in the file."))
                continue
            }
            try hand(
                .note(
                    DeliveredNote(
                        .key(entry.key),
                        type: NoteType.languages.id,
                        values: values,
                        earlier: before,
                        wordType: entry.comment.flatMap(WordType.init(rawValue:))
                    )
                )
            )
        }
        for (name, count) in unnamed.sorted(by: { $0.key < $1.key }) {
            let texts: Phrase = "\(count) texts stay"
            try hand(.leftOut("“\(name.shortened)” is no language: \(texts) in the file."))
        }
    }

    private var source: LanguageTag {
        names.language(of: catalog.sourceLanguage.text) ?? catalog.sourceLanguage
    }

    /// What each key held, for a later look at the same file.
    var values: [String: [FieldID: FieldValue]] {
        let source = source
        return Dictionary(
            catalog.entries.map { ($0.key, Self.fields(of: $0, source: source, names).values) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// The fields of one entry; where the source language has no text of its own the key is it.
    ///
    /// What is longer than a note may hold is none of them, and named apart.
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
    /// Whether it is as short as a text of a note has to be.
    var fitsIntoField: Bool { utf8.count <= NoteDraft.longestText }
}

extension String {
    /// Short enough for one line.
    var shortened: String {
        let line = split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return line.count > 60 ? "\(line.prefix(59))…" : line
    }
}
