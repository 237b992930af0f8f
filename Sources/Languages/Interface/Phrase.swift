/// A localizable text of the interface, translated only when it is displayed.
///
/// A phrase is written as an English string literal with interpolated numbers and names: `"Replace in \(count) cards"`. Its
/// key in the catalog is the English text with Apple's format specifiers: `Replace in %lld cards`. The first number selects
/// the plural form, and numbers are formatted for the language.
package struct Phrase: Hashable, Sendable {
    package let key: String
    let arguments: [Argument]

    enum Argument: Hashable, Sendable {
        case number(Int)
        case text(String)
        indirect case phrase(Phrase)
    }

    init(key: String, arguments: [Argument]) {
        self.key = key
        self.arguments = arguments
    }

    /// A text that is the same in every language: a name, or a learner's text.
    package init(verbatim text: String) {
        self.init(key: "%@", arguments: [.text(text)])
    }
}

extension Phrase: ExpressibleByStringInterpolation {
    package init(stringLiteral text: String) {
        self.init(key: text.escapedForFormat, arguments: [])
    }

    package init(stringInterpolation: StringInterpolation) {
        self.init(key: stringInterpolation.key, arguments: stringInterpolation.arguments)
    }

    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var key = ""
        fileprivate var arguments: [Argument] = []

        package init(literalCapacity: Int, interpolationCount: Int) {
            key.reserveCapacity(literalCapacity + 4 * interpolationCount)
            arguments.reserveCapacity(interpolationCount)
        }

        package mutating func appendLiteral(_ literal: String) {
            key += literal.escapedForFormat
        }

        /// Displayed with the language's separators.
        package mutating func appendInterpolation(_ number: Int) {
            key += "%lld"
            arguments.append(.number(number))
        }

        package mutating func appendInterpolation(_ text: String) {
            key += "%@"
            arguments.append(.text(text))
        }

        package mutating func appendInterpolation(_ text: Substring) {
            appendInterpolation(String(text))
        }

        /// Displayed in the language of the outer phrase.
        package mutating func appendInterpolation(_ phrase: Phrase) {
            key += "%@"
            arguments.append(.phrase(phrase))
        }
    }
}

extension Phrase: CustomStringConvertible {
    /// The text in the current language of the interface.
    package var description: String { localized(in: .current) }

    /// The same for a page: names that run from right to left are isolated from the text around them.
    package var pageText: String { localized(in: .current, isolates: true) }

    /// The text in a language, or else in English.
    ///
    /// - Parameter isolates: Whether names that run from right to left are isolated from the text around them.
    func localized(in language: InterfaceLanguage, isolates: Bool = false) -> String {
        // A fast path for verbatim texts, which are frequent.
        if key == "%@", case .text(let text) = arguments.first { return text }
        let number = arguments.lazy.compactMap(\.number).first
        let category = number.map { language.category(of: $0) }
        var text = InterfaceTexts.text(of: key, category, in: language) ?? key
        if language.isPseudo { text = PseudoText(of: text, in: language).text }
        if !text.hasPercent { return text }
        return Format(text).filled { position in
            arguments.indices.contains(position)
                ? arguments[position].localized(in: language, isolates: isolates) : ""
        }
    }
}

extension String {
    /// The text with its percent signs escaped.
    fileprivate var escapedForFormat: String {
        hasPercent ? replacing("%", with: "%%") : self
    }
}

extension Phrase.Argument {
    fileprivate var number: Int? {
        if case .number(let number) = self { number } else { nil }
    }

    fileprivate func localized(in language: InterfaceLanguage, isolates: Bool) -> String {
        switch self {
        case .number(let number): language.grouped(number)
        case .text(let text): isolates ? text.isolated : text
        case .phrase(let phrase) where phrase.key == "%@" && isolates:
            phrase.localized(in: language).isolated
        case .phrase(let phrase): phrase.localized(in: language, isolates: isolates)
        }
    }
}

/// The text of a phrase in the current language of the interface.
package func say(_ phrase: Phrase) -> String { phrase.description }
