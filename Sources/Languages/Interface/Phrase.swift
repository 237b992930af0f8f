/// Words of the interface that are said in whatever language the reader has chosen, as late as possible.
///
/// A phrase is written as a string literal in English, numbers and names put in where they belong:
/// `"Replace in \(count) cards"`. It is found in the catalog under its English text, with Apple's placeholders for what
/// was put in: `Replace in %lld cards`. Its first number chooses the plural form; numbers are written as the language
/// writes them.
package struct Phrase: Hashable, Sendable {
    /// What the catalog knows it by.
    package let key: String
    let arguments: [Argument]

    /// What is put into a phrase.
    enum Argument: Hashable, Sendable {
        case number(Int)
        case text(String)
        indirect case phrase(Phrase)
    }

    init(key: String, arguments: [Argument]) {
        self.key = key
        self.arguments = arguments
    }

    /// Words that are the same in every language: a name, or what a learner wrote.
    package init(verbatim text: String) {
        self.init(key: "%@", arguments: [.text(text)])
    }
}

extension Phrase: ExpressibleByStringInterpolation {
    /// A phrase without anything put in.
    package init(stringLiteral text: String) {
        self.init(key: text.withoutPlaceholders, arguments: [])
    }

    /// A phrase with its numbers and names.
    package init(stringInterpolation: StringInterpolation) {
        self.init(key: stringInterpolation.key, arguments: stringInterpolation.arguments)
    }

    /// Gathers the literal parts of a phrase and what stands between them.
    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var key = ""
        fileprivate var arguments: [Argument] = []

        /// Makes room.
        package init(literalCapacity: Int, interpolationCount: Int) {
            key.reserveCapacity(literalCapacity + 4 * interpolationCount)
            arguments.reserveCapacity(interpolationCount)
        }

        /// Takes what is translated.
        package mutating func appendLiteral(_ literal: String) {
            key += literal.withoutPlaceholders
        }

        /// Puts in a number, grouped as the language does.
        package mutating func appendInterpolation(_ number: Int) {
            key += "%lld"
            arguments.append(.number(number))
        }

        /// Puts in a text as it is.
        package mutating func appendInterpolation(_ text: String) {
            key += "%@"
            arguments.append(.text(text))
        }

        /// Puts in a part of a text as it is.
        package mutating func appendInterpolation(_ text: Substring) {
            appendInterpolation(String(text))
        }

        /// Puts in another phrase, in the language of this one.
        package mutating func appendInterpolation(_ phrase: Phrase) {
            key += "%@"
            arguments.append(.phrase(phrase))
        }
    }
}

extension Phrase: CustomStringConvertible {
    /// The words in the current language of the interface.
    package var description: String { said(in: .current) }

    /// The words in a language; in English where it has none for them.
    package func said(in language: InterfaceLanguage) -> String {
        // What has no letters is the same everywhere; lists of it are long.
        if key == "%@", case .text(let text) = arguments.first { return text }
        let number = arguments.lazy.compactMap(\.number).first
        let category = number.map { language.category(of: $0) }
        var text = InterfaceTexts.text(of: key, category, in: language) ?? key
        if language.isPseudo { text = PseudoText(of: text, in: language).text }
        return Format(text).filled { place in
            arguments.indices.contains(place) ? arguments[place].said(in: language) : ""
        }
    }
}

extension String {
    /// The text with its own percent signs marked as such; hardly any has one, and a page has hundreds of texts.
    fileprivate var withoutPlaceholders: String {
        utf8.contains(UInt8(ascii: "%")) ? replacing("%", with: "%%") : self
    }
}

extension Phrase.Argument {
    fileprivate var number: Int? {
        if case .number(let number) = self { number } else { nil }
    }

    fileprivate func said(in language: InterfaceLanguage) -> String {
        switch self {
        case .number(let number): language.grouped(number)
        case .text(let text): text
        case .phrase(let phrase): phrase.said(in: language)
        }
    }
}

/// Words in the current language of the interface, as a text.
package func say(_ phrase: Phrase) -> String { phrase.description }
