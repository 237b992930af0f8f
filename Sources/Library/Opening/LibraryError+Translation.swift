internal import Exchange
internal import Storage
internal import Vault

extension LibraryError {
    init(_ error: any Error, path: String) {
        self =
            switch error {
            case let error as LibraryError: error
            case let error as ExchangeError: LibraryError(error)
            case StorageError.newer: .newerVersion(path: path)
            case StorageError.full: .diskFull(path: path)
            case StorageError.moved: .moved(path: path)
            case StorageError.foreign(let part): .foreign(path: path, part: part)
            case StorageError.unavailable(let reason):
                .cannotOpen(path: path, reason: "\(reason).")
            case StorageError.damaged(let reason): .damaged(path: path, reason: reason)
            case VaultError.newerVersion(let path): .newerVersion(path: path)
            case VaultError.fileDamaged(let path): .damaged(path: path, reason: "its first bytes")
            case VaultError.keysOfAnotherLibrary(let path):
                .cannotOpen(path: path, reason: "it is locked with the keys of another library.")
            case VaultError.disk(let path, let code): Disk.failure(path, code)
            default: .failed(reason: "\(error)")
            }
    }

    /// An error in a file to import is a refusal, not a failure of the library.
    init(_ error: ExchangeError) { self = .refused(error.words) }

    /// Runs `body` and translates its errors to ones that a learner can read.
    static func translating<Result>(
        path: String,
        _ body: () throws -> Result
    ) throws(LibraryError) -> Result {
        do {
            return try body()
        } catch {
            throw LibraryError(error, path: path)
        }
    }
}

extension Library {
    func read<Result>(_ body: (borrowing Reader) throws -> Result) throws(LibraryError) -> Result {
        try translatingErrors { try database.read(body) }
    }

    func write<Result>(_ body: (borrowing Writer) throws -> Result) throws(LibraryError) -> Result {
        try translatingErrors { try database.write(body) }
    }

    /// Runs `body` and translates its errors to ones that a learner can read.
    func translatingErrors<Result>(_ body: () throws -> Result) throws(LibraryError) -> Result {
        try LibraryError.translating(path: path, body)
    }

    /// Runs `body`, which writes a file, and translates its errors: those that are not the library's are told of the file.
    func translatingErrors<Result>(
        ofFile name: String,
        _ body: () throws -> Result
    ) throws(LibraryError) -> Result {
        do {
            return try body()
        } catch let error as LibraryError {
            throw error
        } catch {
            throw LibraryError(ExchangeError(error, file: name))
        }
    }
}
