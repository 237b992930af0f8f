public import Languages
public import Library

/// Why nothing was imported or exported; its description is one plain line.
public enum ExchangeError: Error, Hashable, Sendable {
    /// No reader knows the file.
    case unknownKind(file: String)
    /// The file is not what its name says; the line tells the place.
    case notACatalog(file: String, StringCatalogError)
    /// A name of a language that is to stand for another is not in the file, or the other is no language.
    case noSuchLanguage(String)
    /// There is no deck of that name.
    case noDeck(String)
    /// The file cannot be read, or written.
    case file(String, reason: String)
    /// What the library says.
    case library(LibraryError)
}

extension ExchangeError: CustomStringConvertible {
    /// The words as a text.
    public var description: String { words.description }

    /// One plain line that says what is wrong, where, and what to do.
    public var words: Phrase {
        switch self {
        case .unknownKind(let file):
            """
            \(file) is nothing that Omena can read; it reads \
            \(FileKind.allCases.map(\.words).joined(separator: ", ")).
            """
        case .notACatalog(let file, let error):
            "\(file) is not a string catalog. \(error.description)"
        case .noSuchLanguage(let why): Phrase(verbatim: why)
        case .noDeck(let name): "There is no deck “\(name)”."
        case .file(let file, let reason): Phrase(verbatim: "\(file): \(reason).")
        case .library(let error): Phrase(verbatim: error.description)
        }
    }
}
