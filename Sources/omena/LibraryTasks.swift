import FoundationEssentials
import Library
import Pages
import Server

/// What is done to the whole of a library: through the server that has it open, or here where none has.
struct Work {
    let location: LibraryLocation

    /// Does it where the library is, with a bar for those who wait.
    ///
    /// - Parameters:
    ///   - name: What the bar calls it.
    ///   - order: What the work is about.
    ///   - body: Does it here.
    func run<Answer: Codable & Sendable>(
        _ work: Upkeep,
        named name: String,
        order: UpkeepOrder = UpkeepOrder(),
        _ body: (Library.Progress) throws(Failure) -> Answer
    ) throws(Failure) -> Answer {
        let bar = SharedBar(name)
        defer { bar.finish() }
        let server = RunningServer(location)
        guard server.isThere else { return try body { bar.show($0) } }
        guard let body = try? JSONEncoder().encode(order) else {
            throw Failure("the names of file and deck cannot be sent to the server")
        }
        return try server.work(.upkeep(work), Array(body)) { bar.show($0) }
    }

    /// Opens the library here, and closes it whatever happens.
    ///
    /// - Parameter makesOne: Whether one is made where there is none.
    func withLibrary<Result>(
        makesOne: Bool = false,
        _ body: (Library) throws(LibraryError) -> Result
    ) throws(Failure) -> Result {
        if !makesOne { try location.checkThere() }
        let library = try location.open()
        let result: Result
        do throws(LibraryError) {
            result = try body(library)
        } catch {
            try? library.close()
            throw Failure(error.description)
        }
        try Failure.telling { () throws(LibraryError) in try library.close() }
        return result
    }

    /// The whole path of a file that somebody names from the folder they are in.
    static func absolute(_ file: String) -> String {
        guard !file.hasPrefix("/") else { return file }
        return "\(FileManager.default.currentDirectoryPath)/\(file)"
    }
}

/// A progress bar that is told shares of the whole.
private final class SharedBar {
    private var bar: ProgressBar
    private var shown = 0

    private static let steps = 1_000

    init(_ name: String) { bar = ProgressBar(name, total: Self.steps) }

    func show(_ share: Double) {
        let steps = Int(share * Double(Self.steps))
        guard steps > shown else { return }
        bar.advance(by: steps - shown)
        shown = steps
    }

    func finish() { bar.finish() }
}
