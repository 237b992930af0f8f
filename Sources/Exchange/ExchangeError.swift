internal import Compression
package import Languages
internal import SQLite

/// Why nothing was imported or exported.
package enum ExchangeError: Error, Hashable, Sendable {
    /// No reader knows the file.
    case unknownKind(file: String)
    /// The file has no content at all.
    case emptyFile(String)
    /// A text has no line with a card.
    case noCards(file: String)
    case notACatalog(file: String, StringCatalogError)
    case notPlaces(file: String, PlaceFileError)
    case noSuchLanguage(Phrase)
    case noColumn(String)
    case noField(String, type: String)
    case noNoteType(String)
    case notInEncoding(file: String, TextEncoding, line: Int)
    case noDeckNamed(file: String)
    /// The file cannot be read, or written.
    case file(String, reason: Phrase)
    /// An Anki package, or a library as JSON, cannot be read or written.
    case badPackage(file: String, reason: Phrase)
    /// What its reader, or the process that read it, says of the file.
    case refused(Phrase)
}

extension ExchangeError {
    /// - Parameter error: What went wrong while an Anki package, or a library as JSON, was read or written.
    package init(_ error: any Error, file: String) {
        self =
            switch error {
            case let error as ExchangeError: error
            case let error as DatabaseError:
                .badPackage(file: file, reason: "Its collection is damaged (\(error.message)).")
            case let error as PackageFlaw: .badPackage(file: file, reason: error.words)
            case let error as ArchiveError: .badPackage(file: file, reason: error.words)
            case is OutputFile.WriteError: .file(file, reason: "the file can’t be written")
            default: .badPackage(file: file, reason: Phrase(verbatim: "\(error)"))
            }
    }
}

extension ArchiveError {
    fileprivate var words: Phrase {
        switch self {
        case .notAnArchive: "It isn’t an Anki package, or it’s incomplete. Export it again."
        case .truncated: "It’s incomplete. Copy or download it again."
        case .damaged(nil): "Its table of contents is damaged."
        case .damaged(let entry?): "The file “\(entry)” inside it is damaged."
        case .tooLarge(let entry, let limit):
            "The file “\(entry)” inside it is larger than \(limit >> 20) MiB."
        case .expandsTooMuch(let entry):
            "The file “\(entry)” inside it expands to more than a hundred times its size."
        case .tooMany(let limit): "It contains more than \(limit) files."
        case .unsupported(let entry):
            "The file “\(entry)” inside it is encrypted or compressed with an unsupported method."
        case .disk(let reason): "A disk error occurred: \(reason)."
        }
    }
}

extension ExchangeError: CustomStringConvertible {
    package var description: String { words.description }

    /// One line: what is wrong, where, and what to do.
    package var words: Phrase {
        switch self {
        case .unknownKind(let file):
            """
            Omena can’t read \(file). It reads these files: \
            \(FileKind.words.map(\.description).joined(separator: ", ")).
            """
        case .emptyFile(let file): "\(file) is empty. Export it again, or choose another file."
        case .noCards(let file):
            "\(file) contains no cards. It needs a line for each card, with a question and an answer."
        case .notACatalog(let file, let error):
            "\(file) isn’t a string catalog. \(error.words)"
        case .notPlaces(let file, let error): "\(file) can’t be read. \(error.words)"
        case .noSuchLanguage(let why): why
        case .noColumn(let name):
            "There is no column “\(name)”. Enter a column’s name, or its number counted from 1."
        case .noField(let name, let type): "“\(type)” has no field “\(name)”."
        case .noNoteType(let name): "There is no card type “\(name)”."
        case .notInEncoding(let file, let encoding, let line):
            "Line \(String(line)) of \(file) isn’t valid \(encoding.rawValue.uppercased()). Choose another encoding."
        case .noDeckNamed(let file): "Choose a deck to import \(file) into."
        case .file(let file, let reason): "\(file): \(reason)."
        case .badPackage(let file, let reason): "\(file): \(reason)"
        case .refused(let words): words
        }
    }
}
