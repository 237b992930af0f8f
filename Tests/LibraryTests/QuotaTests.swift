import Library
import LibraryValues
import Notes
import TestFolder
import TestLibrary
import Testing
import Threads

/// A library that may get no larger than somebody allows.
struct QuotaTests {
    private let folder: TemporaryFolder
    private let library: Library
    private let remaining = Locked<Int?>(nil)

    init() throws {
        folder = try TemporaryFolder()
        library = try Self.library(at: folder.path("a.omena"), remaining)
    }

    private static func library(at path: String, _ remaining: Locked<Int?>) throws -> Library {
        let now = { @Sendable in Moment(milliseconds: 1_763_640_000_000) }
        try Library.openNew(at: path, now: now).close()
        return try Library.open(
            at: path,
            remainingBytes: { remaining.withLock { $0 } },
            now: now
        )
    }

    /// - Parameter size: Of each note's text.
    private func batch(notes: Int, size: Int = 10_000) throws -> ImportBatch {
        let text = String(repeating: "x", count: size)
        return ImportBatch(
            file: "a.csv",
            into: try #require(DeckName("A")),
            notes: (1...notes).map { number in
                ImportNote(
                    .guid(NoteGUID(rawValue: "note \(number)")),
                    type: NoteType.basic.id,
                    values: [
                        .number(1): FieldValue("word \(number)"), .number(2): FieldValue(text),
                    ]
                )
            }
        )
    }

    private func count() throws -> Int? {
        try library.notes(of: NoteType.basic.id, in: #require(DeckName("A")))?.count
    }

    /// Also one that goes through the b-tree writer.
    @Test(arguments: [100, 2_000])
    func anImportThatIsTooLargeChangesNothing(notes: Int) throws {
        remaining.withLock { $0 = 500_000 }

        #expect(throws: LibraryError.refused(Library.quotaExceeded)) {
            try library.previewImport(of: batch(notes: notes))
        }
        #expect(throws: LibraryError.refused(Library.quotaExceeded)) {
            try library.importNotes(of: batch(notes: notes), by: nil)
        }

        #expect(try count() == nil)
    }

    @Test func whatIsThereAlreadyUsesNoQuota() throws {
        _ = try library.importNotes(of: batch(notes: 100), by: nil)
        remaining.withLock { $0 = 0 }

        #expect(try library.importNotes(of: batch(notes: 100), by: nil).same == 100)
        #expect(throws: LibraryError.refused(Library.quotaExceeded)) {
            try library.importNotes(of: batch(notes: 100, size: 20_000), by: nil)
        }
    }

    @Test func aFirstCopyThatIsTooLargeIsNotTaken() throws {
        _ = try library.importNotes(of: batch(notes: 100), by: nil)
        let other = try Self.library(at: folder.path("b.omena"), Locked<Int?>(500_000))
        let copy = try #require(try library.firstCopy())
        let received = try other.receiveFirstCopy()

        #expect(throws: LibraryError.refused(Library.quotaExceeded)) {
            while let piece = try copy.next() {
                try piece.withUnsafeBytes { try received.take($0) }
            }
        }

        #expect(received.isTooLarge)
    }

    @Test func aBackupThatIsTooLargeIsNotRestored() throws {
        _ = try library.importNotes(of: batch(notes: 100), by: nil)
        let file = folder.path("backup.omena")
        _ = try library.backUp(to: file)
        let other = try Self.library(at: folder.path("b.omena"), Locked<Int?>(500_000))

        #expect(throws: LibraryError.refused(Library.quotaExceeded)) {
            try other.restore(from: file)
        }
    }
}
