internal import Languages
internal import Notes

/// Updates a string catalog with the texts of notes; what did not change stays as it was.
struct CatalogUpdate {
    /// Empty for notes that did not come from a catalog.
    let original: StringCatalog
    let names: LocalizationNames

    /// The updated catalog, and why notes were left out of it.
    func catalog(with notes: [Note]) -> (catalog: StringCatalog, leftOut: [String]) {
        var (byKey, others, leftOut) = sorted(notes)
        let source = names.language(of: original.sourceLanguage.text) ?? original.sourceLanguage
        var languageNames: [LanguageTag: String] = [:]
        for localization in original.entries.lazy.flatMap(\.localizations) {
            guard let language = names.language(of: localization.name) else { continue }
            languageNames[language] = languageNames[language] ?? localization.name
        }

        var catalog = original
        catalog.entries = []
        catalog.entries.reserveCapacity(original.entries.count + others.count)
        var keys: Set<String> = []
        for entry in original.entries {
            guard keys.insert(entry.key).inserted else { continue }
            if let note = byKey.removeValue(forKey: entry.key) {
                catalog.entries.append(updated(entry, by: note, source: source, languageNames))
            } else if CatalogReader.fields(of: entry, source: source, names).values.isEmpty {
                // It never became a note, so no note can be missing for it.
                catalog.entries.append(entry)
            }
        }
        for note in others {
            let text = note.text(of: .language(source)).trimmed
            let key = note.key ?? text
            guard !key.isEmpty, keys.insert(key).inserted else {
                let prompt = note.prompt.shortened
                leftOut.append(
                    key.isEmpty
                        ? say(
                            "“\(prompt)” has no text in \(source.localizedName) to use as its key."
                        )
                        : say("“\(prompt)” already exists in the file.")
                )
                continue
            }
            let empty = StringCatalog.Entry(
                key: key,
                comment: note.wordType?.rawValue,
                localizations: []
            )
            catalog.entries.append(updated(empty, by: note, source: source, languageNames))
        }
        return (catalog, leftOut)
    }

    /// Divides notes into those with a key in the file and new ones; a note whose key the file has dropped is left out.
    private func sorted(_ notes: [Note]) -> (
        byKey: [String: Note], others: [Note], leftOut: [String]
    ) {
        let keys = Set(original.entries.map(\.key))
        var byKey: [String: Note] = [:]
        var others: [Note] = []
        var rest: [Note] = []
        var leftOut: [String] = []
        for note in notes {
            if let key = note.key, keys.contains(key), byKey[key] == nil {
                byKey[key] = note
            } else {
                rest.append(note)
            }
        }
        for note in rest {
            let texts = note.values.values.map(\.text.trimmed)
            if note.key == nil,
                let key = texts.first(where: { keys.contains($0) && byKey[$0] == nil })
            {
                byKey[key] = note
            } else if note.isFromFileOfItsDeck, !keys.isEmpty {
                leftOut.append(say("“\(note.prompt.shortened)” is no longer in the file."))
            } else {
                others.append(note)
            }
        }
        return (byKey, others, leftOut)
    }

    private func updated(
        _ entry: StringCatalog.Entry,
        by note: Note,
        source: LanguageTag,
        _ languageNames: [LanguageTag: String]
    ) -> StringCatalog.Entry {
        var entry = entry
        if let type = note.wordType?.rawValue, entry.comment != type,
            entry.comment.map({ WordType(rawValue: $0) != nil }) ?? true
        {
            entry.comment = type
        }
        var written: Set<LanguageTag> = []
        var gone: [Int] = []
        for (index, language) in names.fields(of: entry) {
            written.insert(language)
            let shown = entry.localizations[index].content.shown
            let value = note.values[.language(language)]
            let text = value?.text ?? ""
            if text.trimmed.isEmpty {
                // A text that is too long for a note never was in one, so nobody has deleted it.
                if let shown, !shown.value.trimmed.isEmpty, shown.value.fitsIntoField {
                    gone.append(index)
                }
                continue
            }
            let state = value?.state ?? shown?.state ?? Self.state(of: value)
            if let shown, shown.value.trimmed == text.trimmed, shown.state == state { continue }
            let isSame = shown?.value.trimmed == text.trimmed
            entry.localizations[index].content = entry.localizations[index].content.showing(
                .init(state: state, value: isSame ? shown?.value ?? text : text)
            )
        }
        for index in gone.reversed() { entry.localizations.remove(at: index) }
        for language in note.languages where !written.contains(language) {
            guard let value = note.values[.language(language)] else { continue }
            if language == source, value.text.trimmed == entry.key.trimmed { continue }
            entry.localizations.append(
                .init(
                    name: names.name(of: language, among: languageNames),
                    content: .unit(
                        .init(state: value.state ?? Self.state(of: value), value: value.text)
                    )
                )
            )
        }
        return entry
    }

    /// What a machine translated needs a review.
    private static func state(of value: FieldValue?) -> String {
        value?.origin == .generated ? "needs_review" : "translated"
    }
}
