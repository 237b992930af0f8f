public import Languages

/// What is put in place of what in the texts of notes.
public struct Substitution: Hashable, Sendable {
    /// In which fields it is looked for.
    public enum Scope: Hashable, Sendable {
        /// In all.
        case all
        /// In those of that name, whatever its case.
        case named(String)
        /// In that language of notes of languages.
        case language(LanguageTag)
    }

    /// What is looked for.
    public var find: String
    /// What takes its place.
    public var replacement: String
    /// Where it is looked for.
    public var scope: Scope
    /// Whether `Apple` is another word than `apple`.
    public var matchesCase: Bool
    /// Whether it has to be a word by itself.
    public var matchesWords: Bool
    /// Whether what is looked for is a regular expression; `$1` is then what its first group found.
    public var isExpression: Bool

    /// The most characters that can be looked for, or put in their place.
    public static let longest = 1_000

    /// Puts it together.
    public init(
        find: String = "",
        replacement: String = "",
        scope: Scope = .all,
        matchesCase: Bool = false,
        matchesWords: Bool = false,
        isExpression: Bool = false
    ) {
        self.find = find
        self.replacement = replacement
        self.scope = scope
        self.matchesCase = matchesCase
        self.matchesWords = matchesWords
        self.isExpression = isExpression
    }
}

extension Substitution {
    /// Whether a field of a note type is looked at.
    public func covers(_ field: FieldID, of type: NoteType) -> Bool {
        switch (scope, field) {
        case (.all, _): true
        case (.language(let sought), .language(let language)): sought == language
        case (.named(let name), .number):
            type.fields.contains { $0.id == field && $0.name.caseFolded == name.caseFolded }
        case (.language, .number), (.named, .language): false
        }
    }
}

extension Substitution.Scope {
    /// As a form sends it: empty, `field:Front`, `language:fi`.
    public var text: String {
        switch self {
        case .all: ""
        case .named(let name): "field:\(name)"
        case .language(let tag): "language:\(tag.text)"
        }
    }

    /// Reads what `text` writes.
    public init?(_ text: String) {
        if text.isEmpty {
            self = .all
        } else if text.hasPrefix("field:") {
            self = .named(String(text.dropFirst(6)))
        } else if text.hasPrefix("language:"), let tag = LanguageTag(text.dropFirst(9)) {
            self = .language(tag)
        } else {
            return nil
        }
    }
}
