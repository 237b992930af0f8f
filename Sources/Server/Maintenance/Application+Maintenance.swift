import HTTP
import Languages
package import Library
import LibraryValues
import Pages
import Sync

extension Application {
    /// `POST /upkeep/{task}`: a task on the whole library, with its progress line by line.
    func maintain(_ task: MaintenanceTask, _ request: Request) throws -> Response {
        let body: MaintenanceRequest = try request.decodeJSON(
            orRefuse: "The body is not a JSON object with a file."
        )
        let file = body.file
        switch task {
        case .backup:
            return run { library, watch throws(LibraryError) in
                try BackupAnswer(library, to: file) { _ = try? watch($0) }
            }
        case .restore:
            guard let file else { throw HTTPError(.badRequest, "The body names no file.") }
            return run { library, watch throws(LibraryError) in
                RestoreAnswer(try library.restore(from: file) { _ = try? watch($0) })
            }
        case .check:
            return run { library, watch throws(LibraryError) in
                CheckAnswer(
                    try library.check(acceptingPages: body.acceptsPages == true) {
                        _ = try? watch($0)
                    }
                )
            }
        case .import:
            return run { [clock, opener] library, watch throws(LibraryError) in
                try library.importFile(
                    body,
                    timeZoneOffset: clock.offset(),
                    opener: opener,
                    progress: watch
                )
            }
        case .sync:
            return run { [syncs] library, watch throws(LibraryError) in
                let peers = try library.peersToSync(at: body.address, code: body.code)
                // Whoever reaches the socket could look around in the network anyway.
                let results = try syncs.sync(
                    library,
                    with: peers,
                    isOnlyPublic: false,
                    progress: { _ = try? watch($0) }
                )
                return SyncAnswer(peers: results)
            }
        case .export:
            return run { [clock] library, watch throws(LibraryError) in
                try library.exportFile(body, timeZoneOffset: clock.offset(), progress: watch)
            }
        }
    }

    /// Runs a task, and sends its progress; a task that can be cancelled is when the client disconnects.
    private func run<Answer: Codable & Sendable>(
        _ work:
            @escaping @Sendable (Library, Library.Watch) throws(LibraryError) -> Answer
    ) -> Response {
        .lines(of: MaintenanceLine<Answer>.self) { [library] send, isCancelled in
            var percent = 0
            do throws(LibraryError) {
                let answer = try work(library) { share throws(LibraryError) in
                    guard !isCancelled() else { throw .cancelled }
                    guard Int(share * 100) > percent else { return }
                    percent = Int(share * 100)
                    send(MaintenanceLine(share: share))
                }
                send(MaintenanceLine(answer: answer))
            } catch {
                send(MaintenanceLine(error: error.description))
            }
        }
    }
}

extension BackupAnswer {
    /// Makes a backup in a file, or else beside the library.
    package init(
        _ library: Library,
        to file: String?,
        progress: Library.Progress
    ) throws(LibraryError) {
        if let file {
            self.init(file: file, bytes: try library.backUp(to: file, progress: progress))
        } else {
            let backup = try library.backUp(.asked, progress: progress)
            self.init(file: library.path(of: backup.name), bytes: backup.bytes)
        }
    }
}
