internal import LibraryValues
internal import Threads

/// Files that notes name and the library lacks, each waited for a minute after a note has named it.
struct WantedFiles {
    private struct Wish {
        let author: BrowserNumber
        let end: Instant
    }

    private var wishes: [String: Wish] = [:]
    private var isWaiting = false

    private static let patience = Duration.seconds(60)

    /// The files, and who named them.
    var authors: [String: BrowserNumber] { wishes.mapValues(\.author) }

    /// Adds files; true if nobody waits yet, so that the caller has to.
    mutating func add(
        _ names: Set<String>,
        by author: BrowserNumber,
        at now: Instant
    ) -> Bool {
        for name in names { wishes[name] = Wish(author: author, end: now + Self.patience) }
        defer { isWaiting = true }
        return !isWaiting
    }

    mutating func remove(_ name: String) { wishes[name] = nil }

    /// Whether to wait longer; if not, nobody waits from now on.
    mutating func isWaiting(at now: Instant) -> Bool {
        wishes = wishes.filter { $0.value.end > now }
        isWaiting = !wishes.isEmpty
        return isWaiting
    }
}
