import HTTP
import Languages
package import Library
import Pages

extension Application {
    /// `POST /upkeep/{work}`: what takes its time with a large library, told line by line.
    func upkeep(_ work: MaintenanceTask, _ request: Request) throws -> Response {
        let order = try MaintenanceRequest.decode(request)
        let file = order.file
        switch work {
        case .backup:
            return tell { library, watch throws(LibraryError) in
                try BackupAnswer(library, to: file) { _ = try? watch($0) }
            }
        case .restore:
            guard let file else { throw HTTPError(.badRequest, "The body names no file.") }
            return tell { library, watch throws(LibraryError) in
                RestoreAnswer(try library.restore(from: file) { _ = try? watch($0) })
            }
        case .check:
            return tell { library, watch throws(LibraryError) in
                CheckAnswer(try library.check { _ = try? watch($0) })
            }
        case .import:
            return tell { library, watch throws(LibraryError) in
                try ImportAnswer(library, order, progress: watch)
            }
        case .export:
            return tell { library, watch throws(LibraryError) in
                try ExportAnswer(library, order, progress: watch)
            }
        }
    }

    /// Works, and tells how far it is; what can be called off is when nobody listens any more.
    private func tell<Answer: Codable & Sendable>(
        _ work:
            @escaping @Sendable (Library, Library.Watch) throws(LibraryError) -> Answer
    ) -> Response {
        .lines(of: MaintenanceLine<Answer>.self) { [library] tell, hasLeft in
            var percent = 0
            do throws(LibraryError) {
                let answer = try work(library) { share throws(LibraryError) in
                    guard !hasLeft() else { throw .calledOff }
                    guard Int(share * 100) > percent else { return }
                    percent = Int(share * 100)
                    tell(MaintenanceLine(share: share))
                }
                tell(MaintenanceLine(answer: answer))
            } catch {
                tell(MaintenanceLine(error: error.description))
            }
        }
    }
}

extension BackupAnswer {
    /// Makes a backup at a path, or, where none is given, beside the library.
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

extension MaintenanceRequest {
    fileprivate static func decode(_ request: Request) throws(HTTPError) -> MaintenanceRequest {
        try request.decodeJSON("The body is not a JSON object with a file.")
    }
}
