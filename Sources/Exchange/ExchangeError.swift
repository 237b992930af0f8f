internal import Compression
package import Languages
package import Library
internal import SQLite

/// Why nothing was imported or exported; its description is one plain line.
package enum ExchangeError: Error, Hashable, Sendable {
    /// No reader knows the file.
    case unknownKind(file: String)
    /// The file is not what its name says; the line tells the place.
    case notACatalog(file: String, StringCatalogError)
    /// The file is not what its name or its beginning says; the line tells the place.
    case notPlaces(file: String, PlaceFileError)
    /// A name of a language that is to stand for another is not in the file, or the other is no language.
    case noSuchLanguage(Phrase)
    /// There is no deck of that name.
    case noDeck(String)
    /// A text has no such column.
    case noColumn(String)
    /// A note type has no such field.
    case noField(String, type: String)
    /// There is no note type of that name.
    case noNoteType(String)
    /// A text is not written in the encoding that it was taken for.
    case notInEncoding(file: String, TextEncoding, line: Int)
    /// Neither the file nor anybody says which deck it goes into.
    case noDeckNamed(file: String)
    /// The file cannot be read, or written.
    case file(String, reason: Phrase)
    /// A package of Anki's cannot be read, or written; why, in one plain line.
    case badPackage(file: String, reason: Phrase)
    /// What the library says.
    case library(LibraryError)
}

extension ExchangeError {
    /// What went wrong with a package, whatever room says so.
    static func package(_ file: String, _ error: any Error) -> ExchangeError {
        switch error {
        case let error as ExchangeError: error
        case let error as LibraryError: .library(error)
        case let error as DatabaseError:
            .badPackage(file: file, reason: "Its collection is damaged (\(error.message)).")
        case let error as PackageFlaw: .badPackage(file: file, reason: error.words)
        case let error as ArchiveError: .badPackage(file: file, reason: error.words)
        default: .badPackage(file: file, reason: Phrase(verbatim: "\(error)"))
        }
    }
}

extension ArchiveError {
    /// What is wrong, in one plain line.
    fileprivate var words: Phrase {
        switch self {
        case .notAnArchive: "It is no zip archive."
        case .truncated: "It ends too early; it may not have been copied whole."
        case .damaged(nil): "Its list of contents is damaged."
        case .damaged(let entry?): "“\(entry)” in it is damaged."
        case .tooLarge(let entry, let limit):
            "“\(entry)” in it holds more than \(limit >> 20) MiB."
        case .tooMany(let limit): "It holds more than \(limit) things."
        case .unsupported(let entry):
            "“\(entry)” in it is encrypted, or packed in a way that is not known here."
        case .disk(let reason): "The disk does not allow it: \(reason)."
        }
    }
}

extension Library {
    /// What the library refuses, as what an exchange says of it.
    package func exchanging<Result>(
        _ body: () throws(LibraryError) -> Result
    ) throws(ExchangeError) -> Result {
        do throws(LibraryError) {
            return try body()
        } catch {
            throw .library(error)
        }
    }
}

extension ExchangeError: CustomStringConvertible {
    /// The words as a text.
    package var description: String { words.description }

    /// One plain line that says what is wrong, where, and what to do.
    package var words: Phrase {
        switch self {
        case .unknownKind(let file):
            """
            \(file) is nothing that Omena can read; it reads \
            \(FileKind.words.map(\.description).joined(separator: ", ")).
            """
        case .notACatalog(let file, let error):
            "\(file) is not a string catalog. \(error.words)"
        case .notPlaces(let file, let error): "\(file) cannot be read. \(error.words)"
        case .noSuchLanguage(let why): why
        case .noDeck(let name): "There is no deck “\(name)”."
        case .noColumn(let name): "There is no column “\(name)”. Name one, or count from 1."
        case .noField(let name, let type): "“\(type)” has no field “\(name)”."
        case .noNoteType(let name): "There is no note type “\(name)”."
        case .notInEncoding(let file, let encoding, let line):
            "\(file), line \(String(line)), is not written in \(encoding.rawValue.uppercased()). Choose another encoding."
        case .noDeckNamed(let file): "Say which deck \(file) goes into."
        case .file(let file, let reason): "\(file): \(reason)."
        case .badPackage(let file, let reason): "\(file): \(reason)"
        case .library(let error): Phrase(verbatim: error.description)
        }
    }
}

extension LibraryError {
    /// What an exchange that failed says of it.
    package init(_ error: ExchangeError) {
        self = if case .library(let error) = error { error } else { .refused(error.words) }
    }
}
