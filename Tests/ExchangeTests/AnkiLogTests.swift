import SQLite
import TestFolder
import Testing

@testable import Exchange

/// The log is in chronological order; each card finds its own answers.
struct AnkiLogTests {
    private let connection: Connection
    private static let moment: Int64 = 1_600_000_000_000

    init() throws {
        let folder = try TemporaryFolder()
        connection = try Connection(path: folder.path("log"), access: .copy, applicationID: 0)
        try connection.execute(script: AnkiSchema.script)
        // Two cards for each of nine notes, answered in turn four times.
        for note in 1...Int64(9) {
            try connection.execute(
                script:
                    "INSERT INTO notes VALUES (\(note), '\(note)', 1, 0, 0, '', '', '', 0, 0, '')"
            )
            for ord in 0...Int64(1) {
                try connection.execute(
                    script: """
                        INSERT INTO cards
                        VALUES (\(100 * (1 - ord) + note), \(note), 1, \(ord), 0, 0, 2, 2, 0, 1, 0, 4, 0, 0, 0, 0, 0, '')
                        """
                )
            }
        }
        var moment = Self.moment
        for button in 1...Int64(4) {
            for card in Array(1...Int64(9)) + Array(101...109) {
                moment += 1
                try connection.execute(
                    script:
                        "INSERT INTO revlog VALUES (\(moment), \(card), 0, \(button), 1, 0, 0, 5, 1)"
                )
            }
        }
    }

    @Test(
        "Each card is given its answers in order, whatever is held at a time",
        arguments: zip([1, 7, 20, 71, 72, 1_000], [9, 9, 3, 2, 1, 1])
    )
    func findsTheAnswersOfEachCard(held: Int, count: Int) throws {
        let stretches = try AnkiLog.stretches(of: held, connection)

        #expect(stretches.count == count)
        for note in 1...Int64(9) {
            let own = stretches.filter { $0.contains(note) }
            #expect(own.count == 1)
            let log = try AnkiLog(ofNotes: try #require(own.first), connection)
            for card in [note, 100 + note] {
                #expect(log[card].map(\.button) == [1, 2, 3, 4])
                #expect(log[card].map(\.moment) == log[card].map(\.moment).sorted())
            }
            #expect(log[1_000].isEmpty)
        }
    }

    @Test func collectionWithoutNotesHasNoAnswers() throws {
        try connection.execute(script: "DELETE FROM notes")

        #expect(try AnkiLog.stretches(connection).isEmpty)
    }
}
