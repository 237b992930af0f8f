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
        /// Texts that vary with number or device, or with parts to be put into them.
        case varied(Variations)
        /// Something of the future; it is kept as it is.
        case unknown
    }

    /// Texts of which one is chosen by number or device, and parts that are put into the chosen one.
    public struct Variations: Hashable, Sendable {
        /// The text that the parts are put into, where it does not vary itself.
        public var unit: StringUnit?
        /// By category of number (`one`, `few`, `other`), in the order of the file.
        public var plural: [Case]
        /// By kind of device (`iphone`, `mac`, `other`), in the order of the file.
        public var device: [Case]
        /// Parts of the text that vary by themselves, in the order of the file.
        public var substitutions: [Substitution]

        /// Puts variations together.
        public init(
            unit: StringUnit? = nil,
            plural: [Case] = [],
            device: [Case] = [],
            substitutions: [Substitution] = []
        ) {
            self.unit = unit
            self.plural = plural
            self.device = device
            self.substitutions = substitutions
        }
    }

    /// What is said in one case of number or device.
    public struct Case: Hashable, Sendable {
        /// The category or device.
        public var name: String
        /// The text, which may vary further.
        public var content: Content

        /// Puts a case together.
        public init(name: String, content: Content) {
            self.name = name
            self.content = content
        }
    }

    /// Part of a text that varies with a number of its own.
    public struct Substitution: Hashable, Sendable {
        /// As the text names it: `cards` of `%#@cards@`.
        public var name: String
        /// Which argument it stands for, from 1 to 99.
        public var argument: Int?
        /// How the argument is printed: `lld`.
        public var specifier: String?
        /// The texts.
        public var content: Content

        /// Puts a substitution together.
        public init(name: String, argument: Int?, specifier: String?, content: Content) {
            self.name = name
            self.argument = argument
            self.specifier = specifier
            self.content = content
        }
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
