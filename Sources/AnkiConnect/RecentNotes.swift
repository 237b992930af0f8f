internal import LibraryValues
internal import Notes
internal import Sodium
internal import Threads

/// The notes that programs added in the last seconds, so that a note that is sent twice is added once.
///
/// People click twice, and programs send again what they got no answer to.
final class RecentNotes: Sendable {
    private struct Entry {
        let client: Int64
        let content: Digest
        let note: NoteID
        let moment: Duration
    }

    private let entries = Locked<[Entry]>([])
    private let uptime: @Sendable () -> Duration

    static let window: Duration = .seconds(10)
    private static let most = 500

    init(uptime: @escaping @Sendable () -> Duration) { self.uptime = uptime }

    /// The note that a client added from the same request.
    func note(_ request: ConnectValue, by client: ConnectedClient) -> NoteID? {
        let (content, now) = (Digest(of: request.json), uptime())
        return entries.withLock { entries in
            entries.removeAll { now - $0.moment > Self.window }
            return entries.last { $0.client == client.number && $0.content == content }?.note
        }
    }

    func add(_ note: NoteID, _ request: ConnectValue, by client: ConnectedClient) {
        let entry = Entry(
            client: client.number,
            content: Digest(of: request.json),
            note: note,
            moment: uptime()
        )
        entries.withLock { entries in
            entries.append(entry)
            if entries.count > Self.most { entries.removeFirst() }
        }
    }
}
