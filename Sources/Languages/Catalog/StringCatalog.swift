/// The texts of a string catalog (`.xcstrings`, Apple's format for translations).
package struct StringCatalog: Hashable, Sendable {
    /// The language that keys are written in.
    package var sourceLanguage: LanguageTag
    /// In the order of the file.
    package var entries: [Entry]

    package init(sourceLanguage: LanguageTag, entries: [Entry]) {
        self.sourceLanguage = sourceLanguage
        self.entries = entries
    }
}

extension StringCatalog {
    /// One text in all its languages.
    package struct Entry: Hashable, Sendable {
        /// Identifies the text, and is the text itself if the source language has no localization.
        package var key: String
        package var comment: String?
        /// In the order of the file.
        package var localizations: [Localization]

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
        package var content: Content

        package init(name: String, content: Content) {
            self.name = name
            self.content = content
        }

        /// Nil if the name is not a well-formed tag.
        package var language: LanguageTag? { LanguageTag(name) }
    }

    package enum Content: Hashable, Sendable {
        /// The same text for every number and device.
        case unit(StringUnit)
        /// Texts that vary by number or device, or contain substitutions.
        case varied(Variations)
        /// Unknown to this version; preserved unchanged.
        case unknown
    }

    /// Texts for different numbers or devices, and the substitutions in them.
    package struct Variations: Hashable, Sendable {
        /// The text with the substitutions, if it does not vary itself.
        package var unit: StringUnit?
        /// By plural category (`one`, `few`, `other`), in the order of the file.
        package var plural: [Case]
        /// By device (`iphone`, `mac`, `other`), in the order of the file.
        package var device: [Case] = []
        /// In the order of the file.
        package var substitutions: [Substitution] = []

        package init(unit: StringUnit? = nil, plural: [Case] = []) {
            self.unit = unit
            self.plural = plural
        }
    }

    /// The text for one plural category or device.
    package struct Case: Hashable, Sendable {
        /// The plural category or device.
        package var name: String
        /// The text, which may vary further.
        package var content: Content

        package init(name: String, content: Content) {
            self.name = name
            self.content = content
        }
    }

    /// Part of a text that varies with its own number.
    package struct Substitution: Hashable, Sendable {
        /// The name in the text: `cards` in `%#@cards@`.
        package var name: String
        /// The number of its argument, from 1 to 99.
        package var argument: Int?
        /// The argument's format specifier, such as `lld`.
        package var specifier: String?
        package var content: Content
    }

    /// One translated text.
    package struct StringUnit: Hashable, Sendable {
        /// The state of the translation: `new`, `translated`, `needs_review`, `stale`, or one unknown to this version.
        package var state: String
        package var value: String

        package init(state: String = "translated", value: String) {
            self.state = state
            self.value = value
        }
    }
}
