internal import Glibc
internal import Notes
internal import SQLite

/// The logs of cards that an import brings, laid down beside a library whose own log is empty, and taken over as they are.
final class LaidLog {
    private let file: LaidFile
    private let tree: LaidTree

    /// Begins; nil where rows have to go into the table one by one.
    init?(beside writer: borrowing Writer) throws {
        let connection = writer.connection
        let schema = try connection.row(
            """
            SELECT sql
            FROM sqlite_schema
            WHERE name = 'event'
            AND NOT EXISTS (SELECT 1 FROM event)
            """
        ) { $0.text(0) }
        // What is sealed may lie open nowhere.
        guard let schema, !connection.isSealed else { return nil }
        file = try LaidFile(path: Self.path(beside: connection.path), schema: schema)
        tree = file.tree("event")
    }

    deinit { file.remove() }

    /// Takes away what an import left that was killed; nobody may import meanwhile.
    static func removeRest(beside library: String) { unlink(path(beside: library)) }

    private static func path(beside library: String) -> String { library + "-laid" }

    /// Adds the log of a card whose number is above those before it.
    ///
    /// An event whose id another of the card has gets another one.
    func add(_ log: [Event], of card: CardNumber) throws {
        var last: Event?
        for var event in log.sorted(by: { ($0.moment, $0.id) < ($1.moment, $1.id) }) {
            if let last, event.moment == last.moment, event.id <= last.id {
                event.id = EventID(rawValue: last.id.rawValue + 1)
            }
            try tree.add { event.put(of: card, into: &$0) }
            last = event
        }
    }

    /// Takes over what was laid down.
    func finish(with writer: borrowing Writer) throws {
        try tree.finish()
        try file.finish()
        try writer.connection.takeRows(of: "event", from: file)
    }
}
