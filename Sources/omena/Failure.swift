import Library

/// Why a command ends early: one plain line for stderr, and the exit code.
struct Failure: Error {
    let message: String
    let exitCode: Int32

    /// The world is not as it should be.
    init(_ message: String) {
        self.message = message
        exitCode = 1
    }

    private init(usage: String) {
        message = "\(usage); 'omena --help' lists what there is"
        exitCode = 2
    }

    /// Does something with a library, and says what is wrong as a command does.
    static func telling<Result>(
        _ body: () throws(LibraryError) -> Result
    ) throws(Failure) -> Result {
        do { return try body() } catch { throw Failure(error.description) }
    }

    /// The command line is not as it should be.
    static func usage(_ message: String) -> Failure { Failure(usage: message) }
}
