package import Languages

/// A find-and-replace operation on the texts of notes.
package struct Substitution: Hashable, Sendable {
    /// The fields to search.
    package enum Scope: Hashable, Sendable {
        case all
        /// The fields with a name, ignoring case.
        case named(String)
        /// A language of notes of languages.
        case language(LanguageTag)
    }

    /// The text or expression to find.
    package var find: String
    package var replacement: String
    package var scope: Scope
    /// Whether `Apple` differs from `apple`.
    package var matchesCase: Bool
    /// Whether to find whole words only.
    package var matchesWords: Bool
    /// Whether `find` is a regular expression; `$1` in the replacement is then its first group.
    package var isExpression: Bool

    /// The maximum number of characters of either text.
    package static let longest = 1_000

    package init(
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
    /// Whether it applies to a field of a note type.
    package func covers(_ field: FieldID, of type: NoteType) -> Bool {
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
    /// The form value: empty, `field:Front`, `language:fi`.
    package var text: String {
        switch self {
        case .all: ""
        case .named(let name): "field:\(name)"
        case .language(let tag): "language:\(tag.text)"
        }
    }

    package init?(_ text: String) {
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
