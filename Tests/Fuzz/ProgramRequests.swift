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
    private struct State {
        let folder: TemporaryFolder
        let library: Library
        let service: ConnectService
        var count = 0
    }

    private static let mostRequests = 5_000
    private let state: Locked<State>

    init() throws { state = Locked(try Self.begin()) }

    private static func begin() throws -> State {
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
        return State(folder: folder, library: library, service: service)
    }

    func perform(_ bytes: [UInt8]) throws {
        let head = RequestHead(
            method: .post,
            target: try RequestTarget("/"),
            headers: ["User-Agent": "fuzz/1"]
        )
        guard let caller = ConnectCaller(head) else { preconditionFailure("It has a name.") }
        try state.withLock { state in
            let answer = state.service.answer(bytes, from: caller)
            precondition(answer.map { (try? ConnectValue(json: $0)) != nil } == true)
            state.count += 1
            guard state.count == Self.mostRequests else { return }
            let findings = try state.library.check().findings
            precondition(findings.isEmpty, "\(findings)")
            try state.library.close()
            state = try Self.begin()
        }
    }
}
