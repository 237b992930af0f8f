/// The texts of one of Apple's string catalogs (`.xcstrings`), in the order of the file.
public struct StringCatalog: Hashable, Sendable {
    /// The language that keys are written in.
    public var sourceLanguage: LanguageTag
    /// In the order of the file.
    public var entries: [Entry]

    /// Puts a catalog together.
    public init(sourceLanguage: LanguageTag, entries: [Entry]) {
        self.sourceLanguage = sourceLanguage
        self.entries = entries
    }
}

extension StringCatalog {
    /// One text in all its languages.
    public struct Entry: Hashable, Sendable {
        /// Names the text, and is the text itself where the source language has no localization.
        public var key: String
        /// A word to the translator.
        public var comment: String?
        /// The text in its languages, in the order of the file.
        public var localizations: [Localization]

        /// Puts an entry together.
        public init(key: String, comment: String? = nil, localizations: [Localization]) {
            self.key = key
            self.comment = comment
            self.localizations = localizations
        }
    }

    /// One text in one language.
    public struct Localization: Hashable, Sendable {
        /// The language as the file spells it, which need not be a well-formed tag.
        public var name: String
        /// The text, or what stands for it.
        public var content: Content

        /// Puts a localization together.
        public init(name: String, content: Content) {
            self.name = name
            self.content = content
        }

        /// The language; nil where its name is not a well-formed tag.
        public var language: LanguageTag? { LanguageTag(name) }
    }

    /// What a localization holds.
    public enum Content: Hashable, Sendable {
        /// The same text whatever the number or device.
        case unit(StringUnit)
        /// Texts that vary with number or device, or parts to be put together: not taken apart here.
        case varied
    }

    /// One translated text.
    public struct StringUnit: Hashable, Sendable {
        /// How far the translation is: `new`, `translated`, `needs_review`, `stale`, or a word of the future.
        public var state: String
        /// The text.
        public var value: String

        /// A text; unless told otherwise one that is translated.
        public init(state: String = "translated", value: String) {
            self.state = state
            self.value = value
        }
    }
}

extension StringCatalog.Entry {
    /// The text in a language, if it has one that does not vary.
    public func unit(in language: LanguageTag) -> StringCatalog.StringUnit? {
        for localization in localizations where localization.language == language {
            if case .unit(let unit) = localization.content { return unit }
        }
        return nil
    }
}
