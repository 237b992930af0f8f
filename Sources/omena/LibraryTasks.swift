import FoundationEssentials
import JSON
import Library
import Pages
import Server

/// Runs tasks on a whole library: on the server that has it open, or else in this process.
struct LibraryTasks {
    let location: LibraryLocation

    /// Runs a task where the library is open, with a progress bar.
    ///
    /// - Parameters:
    ///   - name: The label of the progress bar.
    ///   - body: Runs the task in this process.
    func run<Answer: Codable & Sendable>(
        _ task: MaintenanceTask,
        named name: String,
        _ request: MaintenanceRequest = MaintenanceRequest(),
        _ body: (Library.Progress) throws(Failure) -> Answer
    ) throws(Failure) -> Answer {
        let bar = SharedBar(name)
        defer { bar.finish() }
        let server = RunningServer(location)
        guard server.isRunning else { return try body { bar.show($0) } }
        return try server.run(.maintenance(task), JSONCoding.bytes(of: request)) { bar.show($0) }
    }

    /// Opens the library in this process, and closes it in any case.
    func withLibrary<Result>(
        createsMissing: Bool = false,
        _ body: (Library) throws(LibraryError) -> Result
    ) throws(Failure) -> Result {
        if !createsMissing { try location.checkExists() }
        let library = try location.open()
        let result: Result
        do throws(LibraryError) {
            result = try body(library)
        } catch {
            try? library.close()
            throw Failure(error.description)
        }
        try Failure.wrap { () throws(LibraryError) in try library.close() }
        return result
    }

    /// The absolute path of a file in the current folder.
    static func absolute(_ file: String) -> String {
        guard !file.hasPrefix("/") else { return file }
        return "\(FileManager.default.currentDirectoryPath)/\(file)"
    }
}

/// A progress bar for shares from 0 to 1.
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
