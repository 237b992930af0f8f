internal import Storage

/// Passes what a library's transactions have changed on to its log, as bytes.
struct LibraryCommits: SharedCommits {
    private let log: any LibraryLog

    init(to log: any LibraryLog) { self.log = log }

    func checkHeld() throws { try log.checkHeld() }

    func append(_ changes: SharedChanges) throws -> String {
        try log.append(changes.encoded, answers: changes.events)
    }

    func append(fileAt path: String, marking mark: (String) throws -> Void) throws {
        try log.append(fileAt: path, marking: mark)
    }

    func fileIsBehind() { log.fileIsBehind() }
}
