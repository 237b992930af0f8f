import AnkiConnect
import HTTP
import Library
import LibraryValues
import Notes
import TestFolder
import Threads

/// Performs requests of a program that is allowed everything but files and downloads, on a real library.
///
/// The library begins anew now and then, so that it stays small; until then it has to stay whole.
final class ProgramRequests: Sendable {
    private struct Door {
        let folder: TemporaryFolder
        let library: Library
        let service: ConnectService
        var count = 0
    }

    private static let mostRequests = 5_000
    private let door: Locked<Door>

    init() throws { door = Locked(try Self.begin()) }

    private static func begin() throws -> Door {
        let folder = try TemporaryFolder()
        let moment = Moment(milliseconds: 1_900_000_000_000)
        let library = try Library.open(at: folder.path("library.omena")) { moment }
        let client = try library.client("program:fuzz")
        _ = try library.decide(on: client.number, .allowed, .usesDropFolder)
        let service = ConnectService(
            ConnectService.Dependencies(
                lease: { (library, true) },
                now: { moment },
                offset: { 0 },
                uptime: { .zero },
                downloader: .none,
                report: { _ in },
                libraryChanged: { _ in }
            )
        )
        return Door(folder: folder, library: library, service: service)
    }

    func perform(_ bytes: [UInt8]) throws {
        let head = RequestHead(
            method: .post,
            target: try RequestTarget("/"),
            headers: ["User-Agent": "fuzz/1"]
        )
        guard let caller = ConnectCaller(head) else { preconditionFailure("It has a name.") }
        try door.withLock { door in
            let answer = door.service.answer(bytes, from: caller)
            precondition(answer.map { (try? ConnectValue(json: $0)) != nil } == true)
            door.count += 1
            guard door.count == Self.mostRequests else { return }
            let findings = try door.library.check().findings
            precondition(findings.isEmpty, "\(findings)")
            try door.library.close()
            door = try Self.begin()
        }
    }
}
