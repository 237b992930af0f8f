import Foundation
import SQLite
import TestChance
import TestDatabase
import TestFolder
import Testing

@testable import Vault

/// `make soak` cuts the power more often.
private let isSoaking = ProcessInfo.processInfo.environment["OMENA_SOAK"] != nil

/// After a power cut at any moment, which drops or tears writes that were not flushed, everything acknowledged is intact.
struct PowerCutTests {
    private let folder: TemporaryFolder
    private let disk = RecordedDisk()
    private let key = VaultKey()
    private let path: String

    /// How many answers were acknowledged after a number of disk steps.
    private var acknowledged: [(steps: Int, answers: Int)] = []

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("a.omena")
        try folder.write([], to: "a.omena")
        let first = try ConnectionPool(path: path, in: key.files(at: path), applicationID: 1)
        try first.write { connection in
            try connection.execute(
                script: """
                    CREATE TABLE event (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;
                    CREATE TABLE card (id INTEGER PRIMARY KEY, answers INTEGER NOT NULL) STRICT;
                    INSERT INTO card (id, answers) VALUES (1, 0), (2, 0), (3, 0);
                    """
            )
        }
        try first.close()
        disk.start(with: [path: try [UInt8](Data(contentsOf: URL(filePath: path)))])
        let disk = disk
        let files = try key.files(at: path) { disk.record($0) }
        let pool = try ConnectionPool(path: path, in: files, applicationID: 1)
        try pool.withWriter { try $0.execute(script: "PRAGMA wal_autocheckpoint = 12") }
        for answer in 1...40 {
            try pool.write { connection in
                try connection.run(
                    "INSERT INTO event (id, text) VALUES (:id, :text)",
                    ["id": answer, "text": Self.text(of: answer)]
                )
                try connection.run(
                    "UPDATE card SET answers = answers + 1 WHERE id = 1 + :id % 3",
                    ["id": answer]
                )
            }
            acknowledged.append((disk.count, answer))
        }
        try pool.close()
    }

    private static func text(of answer: Int) -> String {
        String(repeating: "answer \(answer) ", count: 1 + answer * 37 % 400)
    }

    /// Describes the damage after a power cut at a disk step; nil if there is none.
    private func flaw(afterSteps count: Int, seed: UInt64, isFlushing: Bool) throws -> String? {
        var chance = SplitMix(seed: seed)
        let folder = try TemporaryFolder()
        let files = disk.files(afterSteps: count, using: &chance, isFlushing: isFlushing)
        for (path, content) in files {
            try folder.write(content, to: URL(filePath: path).lastPathComponent)
        }
        let path = folder.path("a.omena")
        let least = acknowledged.last { $0.steps <= count }?.answers ?? 0
        do {
            let pool = try ConnectionPool(path: path, in: key.files(at: path), applicationID: 1)
            defer { try? pool.close() }
            return try pool.read { connection in
                let flaws = try connection.rows("PRAGMA integrity_check") { $0.text(0) }
                guard flaws == ["ok"] else { return "\(flaws)" }
                let texts = try connection.rows("SELECT text FROM event ORDER BY id") { $0.text(0) }
                guard texts.count >= least else { return "\(least - texts.count) answers are lost" }
                guard texts == (1...40).prefix(texts.count).map(Self.text(of:)) else {
                    return "an answer is not what it was"
                }
                let sum = try connection.row("SELECT sum(answers) FROM card") { $0.int(0) }
                return sum == texts.count ? nil : "half of an answer"
            }
        } catch {
            return "\(error)"
        }
    }

    @Test func losesNothingThatWasAcknowledged() throws {
        var chance = SplitMix(seed: 8)

        for seed in 0..<(isSoaking ? 500 : 60) {
            let count = Int.random(in: 0...disk.count, using: &chance)
            let flaw = try flaw(afterSteps: count, seed: UInt64(seed), isFlushing: true)
            #expect(flaw == nil, "after \(count) steps, seed \(seed)")
        }
    }

    @Test func wouldNoticeWhatALostFlushBreaks() throws {
        let flaws = try (0..<20).compactMap {
            try flaw(
                afterSteps: disk.count - $0 * disk.count / 40,
                seed: UInt64($0),
                isFlushing: false
            )
        }

        #expect(flaws.count > 5)
    }
}
