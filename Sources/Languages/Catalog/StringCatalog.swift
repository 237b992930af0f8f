/// The texts of one of Apple's string catalogs (`.xcstrings`), in the order of the file.
package struct StringCatalog: Hashable, Sendable {
    /// The language that keys are written in.
    package var sourceLanguage: LanguageTag
    /// In the order of the file.
    package var entries: [Entry]

    /// Puts a catalog together.
    package init(sourceLanguage: LanguageTag, entries: [Entry]) {
        self.sourceLanguage = sourceLanguage
        self.entries = entries
    }
}

extension StringCatalog {
    /// One text in all its languages.
    package struct Entry: Hashable, Sendable {
        /// Names the text, and is the text itself where the source language has no localization.
        package var key: String
        /// A word to the translator.
        package var comment: String?
        /// The text in its languages, in the order of the file.
        package var localizations: [Localization]

        /// Puts an entry together.
        package init(key: String, comment: String? = nil, localizations: [Localization]) {
            self.key = key
            self.comment = comment
            self.localizations = localizations
        }
    }

    /// One text in one language.
    package struct Localization: Hashable, Sendable {
        /// The language as the file spells it, which need not be a well-formed tag.
        package var name: String
        /// The text, or what stands for it.
        package var content: Content

        /// Puts a localization together.
        package init(name: String, content: Content) {
            self.name = name
            self.content = content
        }

        /// The language; nil where its name is not a well-formed tag.
        package var language: LanguageTag? { LanguageTag(name) }
    }

    /// What a localization holds.
    package enum Content: Hashable, Sendable {
        /// The same text whatever the number or device.
        case unit(StringUnit)
        /// Texts that vary with number or device, or with parts to be put into them.
        case varied(Variations)
        /// Something of the future; it is kept as it is.
        case unknown
    }

    /// Texts of which one is chosen by number or device, and parts that are put into the chosen one.
    package struct Variations: Hashable, Sendable {
        /// The text that the parts are put into, where it does not vary itself.
        package var unit: StringUnit?
        /// By category of number (`one`, `few`, `other`), in the order of the file.
        package var plural: [Case]
        /// By kind of device (`iphone`, `mac`, `other`), in the order of the file.
        package var device: [Case]
        /// Parts of the text that vary by themselves, in the order of the file.
        package var substitutions: [Substitution]

        /// Puts variations together.
        package init(
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
    package struct Case: Hashable, Sendable {
        /// The category or device.
        package var name: String
        /// The text, which may vary further.
        package var content: Content

        /// Puts a case together.
        package init(name: String, content: Content) {
            self.name = name
            self.content = content
        }
    }

    /// Part of a text that varies with a number of its own.
    package struct Substitution: Hashable, Sendable {
        /// As the text names it: `cards` of `%#@cards@`.
        package var name: String
        /// Which argument it stands for, from 1 to 99.
        package var argument: Int?
        /// How the argument is printed: `lld`.
        package var specifier: String?
        /// The texts.
        package var content: Content

        /// Puts a substitution together.
        package init(name: String, argument: Int?, specifier: String?, content: Content) {
            self.name = name
            self.argument = argument
            self.specifier = specifier
            self.content = content
        }
    }

    /// One translated text.
    package struct StringUnit: Hashable, Sendable {
        /// How far the translation is: `new`, `translated`, `needs_review`, `stale`, or a word of the future.
        package var state: String
        /// The text.
        package var value: String

        /// A text; unless told otherwise one that is translated.
        package init(state: String = "translated", value: String) {
            self.state = state
            self.value = value
        }
    }
}

extension StringCatalog.Entry {
    /// The text in a language, if it has one that does not vary.
    package func unit(in language: LanguageTag) -> StringCatalog.StringUnit? {
        for localization in localizations where localization.language == language {
            if case .unit(let unit) = localization.content { return unit }
        }
        return nil
    }
}
