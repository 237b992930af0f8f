import Foundation
import LibraryValues
import Notes
import SQLite
import TestFolder
import TestLibrary
import Testing

@testable import Library
@testable import Storage

/// The libraries that replicas are copies of.
enum SyncTemplate {
    /// A small library.
    static let file = make { library, clock in
        for deck in try library.decks() { _ = try library.deleteDeck(deck.id, by: nil) }
        try library.emptyBin()
        clock.advance(by: 60)
        for name in ["A", "First questions", "b::c"] {
            _ = try library.makeDeck(named: #require(DeckName(name)), by: nil)
        }
        let decks = try library.decks()
        for number in 0..<6 {
            guard var form = try library.newNoteForm() else { continue }
            form.draft.deck = decks[number % decks.count].id
            for field in form.fields {
                form.draft.values[field.id] = .init("word \(number)", pronunciation: "")
            }
            _ = try library.save(form.draft, as: nil, allowsDuplicate: true, by: nil)
        }
    }

    /// A library in which nothing was done yet.
    static let unused = make { _, _ in }

    private static func make(_ fill: (Library, TestClock) throws -> Void) -> Data {
        do {
            let folder = try TemporaryFolder()
            let path = folder.path("template.omena")
            let clock = TestClock()
            let library = try Library.open(at: path, random: SyncHistory.random(seed: 0)) {
                clock.now
            }
            try fill(library, clock)
            // Of the starter decks that are gone, nobody has to hear.
            _ = try library.database.write { writer in
                try writer.connection.run(
                    """
                    DELETE FROM fact
                    WHERE kind = 'note' AND object NOT IN (SELECT id FROM note)
                    OR kind = 'deck' AND object NOT IN (SELECT id FROM deck)
                    """
                )
            }
            // Whoever opens a copy is another replica, and ties between replicas end the same way each time.
            _ = try library.database.write { writer in
                try writer.connection.run(
                    "UPDATE replica SET id = :id, home = 'template'",
                    ["id": [UInt8](repeating: 7, count: ReplicaID.size)]
                )
            }
            // Small, because it is copied often.
            try library.database.pool.withWriter { try $0.execute(script: "VACUUM") }
            try library.close()
            return try Data(contentsOf: URL(filePath: path))
        } catch {
            preconditionFailure("\(error)")
        }
    }

    /// Another library with the same content.
    static func library(in folder: TemporaryFolder, _ name: String, clock: TestClock) throws
        -> Library
    {
        let path = folder.path("\(name).omena")
        try file.write(to: URL(filePath: path))
        return try Library.open(at: path) { clock.now }
    }
}

extension Library {
    /// The log of a card.
    func events(of card: CardID) throws -> [Event] {
        try database.read { reader in
            try reader.card(of: card.note, face: card.face).map { try reader.events(of: $0) } ?? []
        }
    }
}
