import Languages
import Notes
import SQLite
import Storage
import TestFolder
import TestKey
import Testing

/// A new library for one test, with a deck and a note type.
struct Fresh {
    let folder: TemporaryFolder
    let database: Database
    let deck: Deck

    init() throws {
        folder = try TemporaryFolder()
        let path = folder.path("a.omena")
        database = try Database(path: path, in: TestKey.files(at: path), now: .some)
        deck = Deck(id: DeckID(rawValue: 1), name: try #require(DeckName("Questions")))
        let deck = deck
        try database.write { writer in
            try writer.insert(deck, at: .some)
            try writer.insert(NoteType.basicAndReversed, at: .some)
        }
    }

    /// Opens the file with another connection.
    func connection() throws -> Connection {
        try Connection(
            path: folder.path("a.omena"),
            in: TestKey.files(at: folder.path("a.omena")),
            access: .read,
            applicationID: 0
        )
    }

    /// A note with only an ID and texts.
    func note(_ id: Int64, in deck: DeckID? = nil) -> Note {
        Note(
            id: NoteID(rawValue: id),
            guid: NoteGUID(rawValue: "guid \(id)"),
            type: NoteType.basicAndReversed.id,
            deck: deck ?? self.deck.id,
            values: [1: FieldValue("front \(id)"), 2: FieldValue("back \(id)")],
            made: .some
        )
    }
}

extension Moment {
    static let some = Moment(milliseconds: 1_800_000_000_000)
}
