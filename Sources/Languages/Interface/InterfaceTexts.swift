/// The interface's string catalog as it is asked: read once, when the first phrase is said.
enum InterfaceTexts {
    /// The text in a language, in the form for a number where it has one; nil where the catalog has none.
    static func text(
        of key: String,
        _ category: PluralCategory?,
        in language: InterfaceLanguage
    ) -> String? {
        let source = language.isPseudo ? .english : language
        let text = tables[source]?[key] ?? tables[.english]?[key]
        return text?.form(for: category)
    }

    /// What a language says, for whoever must say it elsewhere; nil where it says just the key.
    fileprivate static func text(of key: String, in language: InterfaceLanguage) -> InterfaceText? {
        guard language.isPseudo else { return tables[language]?[key] ?? tables[.english]?[key] }
        let text = tables[.english]?[key] ?? .plain(key)
        return text.mapping { PseudoText(of: $0, in: language).text }
    }

    /// The whole catalog.
    static let catalog: StringCatalog = {
        let text = UnsafeBufferPointer(
            start: interfaceCatalog.utf8Start,
            count: interfaceCatalog.utf8CodeUnitCount
        )
        do {
            return try StringCatalog(Array(text))
        } catch {
            preconditionFailure("The interface's catalog reads: \(error)")
        }
    }()

    private static let tables: [InterfaceLanguage: [String: InterfaceText]] = {
        var tables: [InterfaceLanguage: [String: InterfaceText]] = [:]
        for language in InterfaceLanguage.spoken {
            tables[language] = Dictionary(minimumCapacity: catalog.entries.count)
        }
        for entry in catalog.entries {
            for localization in entry.localizations {
                guard let language = InterfaceLanguage(rawValue: localization.name),
                    let text = InterfaceText(localization.content)
                else { continue }
                tables[language]?[entry.key] = text
            }
        }
        return tables
    }()
}

/// One phrase in one language: the same for every number, or a text a plural form.
public enum InterfaceText: Hashable, Sendable {
    case plain(String)
    case varied([PluralCategory: String])

    /// What is said for a key in a language, in English where it has no words for it; nil where the key says it.
    public init?(of key: String, in language: InterfaceLanguage) {
        guard let text = InterfaceTexts.text(of: key, in: language) else { return nil }
        self = text
    }

    fileprivate func mapping(_ change: (String) -> String) -> InterfaceText {
        switch self {
        case .plain(let text): .plain(change(text))
        case .varied(let forms): .varied(forms.mapValues(change))
        }
    }

    /// What a catalog's localization says; nil for what phrases do not know.
    init?(_ content: StringCatalog.Content) {
        switch content {
        case .unit(let unit):
            self = .plain(unit.value)
        case .varied(let variations):
            var forms: [PluralCategory: String] = [:]
            for form in variations.plural {
                guard let category = PluralCategory(rawValue: form.name),
                    case .unit(let unit) = form.content
                else { return nil }
                forms[category] = unit.value
            }
            guard forms[.other] != nil else { return nil }
            self = .varied(forms)
        case .unknown:
            return nil
        }
    }

    /// The text for a number of a category; `other` is said wherever there is no form of its own.
    func form(for category: PluralCategory?) -> String? {
        switch self {
        case .plain(let text): text
        case .varied(let forms): category.flatMap { forms[$0] } ?? forms[.other]
        }
    }
}
