internal import Glibc
import Library
import LibraryValues
import Pages
import Server
import Sync

/// `omena sync`: syncs the library with a server, or with all that it is paired with.
struct SyncCommand {
    private let location: LibraryLocation
    private let request: MaintenanceRequest
    private let follows: Bool
    private let isJSON: Bool

    /// The pause between two syncs of `--follow`, in seconds.
    private static let pause: UInt32 = 30

    init(_ arguments: inout Arguments) throws(Failure) {
        location = try LibraryLocation(&arguments)
        let code = try arguments.value(of: "--code")
        follows = arguments.flag("--follow")
        isJSON = arguments.flag("--json")
        let address = arguments.operand()
        try arguments.finish()
        guard code == nil || address != nil else {
            throw .usage("--code needs the address of a server; try 'omena sync URL --code CODE'")
        }
        request = MaintenanceRequest(address: address, code: code)
    }

    func run() throws(Failure) {
        try location.prepare()
        var request = request
        var results = try sync(request)
        guard follows else {
            let failed = results.filter { $0.problem != nil }
            guard failed.isEmpty else {
                throw Failure(failed.map { describe($0) }.joined(separator: "; "))
            }
            return
        }
        // The code has been used.
        request.code = nil
        while true {
            sleep(Self.pause)
            results = try sync(request, after: results)
        }
    }

    /// Syncs once, and prints what came of it.
    ///
    /// - Parameter last: What came of the sync before, in whose place only what is new is printed.
    private func sync(
        _ request: MaintenanceRequest,
        after last: [SyncResult]? = nil
    ) throws(Failure) -> [SyncResult] {
        let tasks = LibraryTasks(location: location)
        let answer: SyncAnswer = try tasks.run(.sync, named: "Syncing", request) {
            progress throws(Failure) in
            try tasks.withLibrary(createsMissing: true) { library throws(LibraryError) in
                SyncAnswer(
                    peers: try library.sync(
                        at: request.address,
                        code: request.code,
                        progress: progress
                    )
                )
            }
        }
        let isNew = { (result: SyncResult) in
            last.map { result.hasMoved || !$0.contains { $0.problem == result.problem } } ?? true
        }
        if isJSON {
            if last == nil || answer.peers.contains(where: isNew) { Terminal.print(json(answer)) }
            return answer.peers
        }
        for result in answer.peers where isNew(result) {
            if result.problem == nil || result.hasMoved {
                Terminal.print(
                    "\(result.name) (\(result.address)): \(result.received) changes came, "
                        + "\(result.sent) went."
                )
            }
            if result.receivedMedia + result.sentMedia > 0 {
                Terminal.print(
                    "\(result.receivedMedia) pictures and sounds came, \(result.sentMedia) went."
                )
            }
            if result.overwritten > 0 {
                Terminal.print(
                    "\(result.overwritten) texts were replaced by later edits; Settings › Sync shows them."
                )
            }
            if follows, result.problem != nil { Terminal.printError(describe(result)) }
        }
        return answer.peers
    }

    private func describe(_ result: SyncResult) -> String {
        let words = SyncProblem(record: result.problem ?? "").words
        return "cannot sync with \(result.name): \(words)"
    }
}
