/// Why a command fails: one line for stderr, and the exit code.
struct Failure: Error {
    let message: String
    let exitCode: Int32

    /// A failure that is not an error in the command line.
    init(_ message: String) {
        self.message = message
        exitCode = 1
    }

    private init(usage: String) {
        message = "\(usage); see 'omena --help'"
        exitCode = 2
    }

    private init(_ message: String, exitCode: Int32) {
        self.message = message
        self.exitCode = exitCode
    }

    /// The same of a command that has another option for what is usually given with this one.
    func replacing(_ option: String, with other: String) -> Failure {
        Failure(message.replacing(option, with: other), exitCode: exitCode)
    }

    /// Turns an error of the library or of the accounts into a failure.
    static func wrap<Result, Problem: Error & CustomStringConvertible>(
        _ body: () throws(Problem) -> Result
    ) throws(Failure) -> Result {
        do { return try body() } catch { throw Failure(error.description) }
    }

    /// An error in the command line.
    static func usage(_ message: String) -> Failure { Failure(usage: message) }
}
