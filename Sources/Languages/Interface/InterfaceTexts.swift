internal import EmbeddedFiles
internal import JSON

/// The texts of the interface's string catalog; those of a language are read when it is first used.
enum InterfaceTexts {
    /// The text in a language, in the form for a plural category; nil if the catalog has none.
    static func text(
        of key: String,
        _ category: PluralCategory?,
        in language: InterfaceLanguage
    ) -> String? {
        let source = language.isPseudo ? .english : language
        let text = table(of: source)[key] ?? table(of: .english)[key]
        return text?.form(for: category)
    }

    /// Nil if the text is the key itself.
    fileprivate static func text(of key: String, in language: InterfaceLanguage) -> InterfaceText? {
        guard language.isPseudo else {
            return table(of: language)[key] ?? table(of: .english)[key]
        }
        let text = table(of: .english)[key] ?? .plain(key)
        return text.mapping { PseudoText(of: $0, in: language).text }
    }

    static func table(of language: InterfaceLanguage) -> [String: InterfaceText] {
        switch language {
        case .english, .lengthened, .mirrored: english
        case .korean: korean
        case .french: french
        case .japanese: japanese
        case .punjabi: punjabi
        case .ukrainian: ukrainian
        }
    }

    // Separate constants, because each is initialized at its first use, and most libraries use one or two of them.
    private static let english = read(.english)
    private static let korean = read(.korean)
    private static let french = read(.french)
    private static let japanese = read(.japanese)
    private static let punjabi = read(.punjabi)
    private static let ukrainian = read(.ukrainian)

    static let catalog: StringCatalog = {
        do {
            return try StringCatalog(Array(EmbeddedFiles.interfaceCatalog.bytes))
        } catch {
            preconditionFailure("The interface's catalog is invalid: \(error)")
        }
    }()

    /// Reads the texts of one language from the catalog, and skips all others.
    private static func read(_ language: InterfaceLanguage) -> [String: InterfaceText] {
        var table: [String: InterfaceText] = [:]
        table.reserveCapacity(2_000)
        var reader = JSONReader(EmbeddedFiles.interfaceCatalog.bytes)
        do throws(JSONError) {
            try reader.forEachMember(named: "strings") { reader throws(JSONError) in
                try reader.forEachMember { key, reader throws(JSONError) in
                    try reader.forEachMember(named: "localizations") { reader throws(JSONError) in
                        try reader.forEachMember(named: language.rawValue) { reader in
                            table[key] = InterfaceText(json: reader.skipValue())
                        }
                    }
                }
            }
        } catch {
            preconditionFailure("The interface's catalog is valid JSON")
        }
        return table
    }
}

/// One phrase in one language, with a text for each plural category if it varies.
package enum InterfaceText: Hashable, Sendable {
    case plain(String)
    case varied([PluralCategory: String])

    /// The text of a key in a language, or else in English; nil if that is the key itself.
    package init?(of key: String, in language: InterfaceLanguage) {
        guard let text = InterfaceTexts.text(of: key, in: language) else { return nil }
        self = text
    }

    fileprivate func mapping(_ change: (String) -> String) -> InterfaceText {
        switch self {
        case .plain(let text): .plain(change(text))
        case .varied(let forms): .varied(forms.mapValues(change))
        }
    }

    fileprivate init?(json: some Sequence<UInt8>) {
        guard let node = try? JSONReader.read(Array(json)),
            let content = try? StringCatalog.Content(node)
        else { return nil }
        self.init(content)
    }

    /// Nil for localizations with features that phrases do not use.
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

    /// The text for a plural category; `other` if it has no text of its own.
    func form(for category: PluralCategory?) -> String? {
        switch self {
        case .plain(let text): text
        case .varied(let forms): category.flatMap { forms[$0] } ?? forms[.other]
        }
    }
}
