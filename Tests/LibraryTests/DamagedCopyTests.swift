import Foundation
import Library
import Notes
import SQLite
import TestChance
import TestFolder
import TestLibrary
import Testing
import Vault

/// Copies of a library that a disk damaged: whenever what they hold differs, `check` finds something or they don't open.
///
/// Not in `make test`: a file that is as a whole an older one of the same library, which nothing in it can tell.
struct DamagedCopyTests {
    private static let isSoaking = ProcessInfo.processInfo.environment["OMENA_SOAK"] != nil
    private static let copies: UInt64 = isSoaking ? 1_000 : 40

    private struct Original {
        let key: VaultKey?
        /// The file, and what it was some changes ago.
        let file: [UInt8]
        let older: [UInt8]
        let content: [[Value]]
        let now: Moment
    }

    private func original(sealedWith key: VaultKey?) throws -> Original {
        let fresh = try FreshLibrary(sealedWith: key)
        var chance = SplitMix(seed: 5)
        func change(_ count: Int) throws -> [UInt8] {
            var done = 0
            while done < count {
                fresh.clock.advance(by: 1_000)
                let changes = RandomChanges(library: fresh.library)
                if try changes.next(&chance) != nil { done += 1 }
            }
            try fresh.library.close()
            return [UInt8](try Data(contentsOf: URL(filePath: fresh.path)))
        }
        let older = try change(60)
        try fresh.reopen()
        let file = try change(40)
        return Original(
            key: key,
            file: file,
            older: older,
            content: try Self.content(fresh.path, key),
            now: fresh.clock.now
        )
    }

    /// Everything in the file but the search index: the name of each table, and its rows.
    private static func content(_ path: String, _ key: VaultKey?) throws -> [[Value]] {
        let connection = try Connection(
            path: path,
            in: key?.files(at: path),
            access: .read,
            applicationID: 0
        )
        defer { try? connection.close() }
        let tables = try connection.rows(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'note_search%' ORDER BY name"
        ) { $0.text(0) }
        return try tables.flatMap { table in
            var rows: [[Value]] = [[.text(table)]]
            try connection.forEach(SQL(trusted: "SELECT * FROM \"\(table)\"")) { row in
                rows.append((0..<row.count).map { row.value($0) })
            }
            return rows
        }
    }

    @Test(arguments: [false, true])
    func noneHasOtherContentsWithoutAFinding(isSealed: Bool) throws {
        let original = try original(sealedWith: isSealed ? VaultKey() : nil)
        var differing = 0
        for seed in 1...Self.copies {
            var chance = SplitMix(seed: seed)
            var bytes = original.file
            let damage = Self.damage(&bytes, original.older, &chance)
            let folder = try TemporaryFolder()
            let path = folder.path("copy.omena")
            try folder.write(bytes, to: "copy.omena")

            let found = try? Self.content(path, original.key)
            guard found != original.content else { continue }
            differing += 1
            #expect(try Self.isFound(path, original), "\(damage), seed \(seed)")
        }
        #expect(differing > Self.copies / 4)
    }

    /// Whether opening or checking says that something is wrong.
    private static func isFound(_ path: String, _ original: Original) throws -> Bool {
        let library: Library
        do {
            library = try Library.open(at: path, key: original.key) { original.now }
        } catch {
            return true
        }
        defer { try? library.close() }
        guard let report = try? library.check() else { return true }
        return !report.findings.isEmpty
    }

    private static func damage(
        _ bytes: inout [UInt8],
        _ older: [UInt8],
        _ chance: inout SplitMix
    ) -> String {
        let pageCount = bytes.count / 4096
        func page(_ chance: inout SplitMix) -> Int { .random(in: 0..<pageCount, using: &chance) }
        func range(_ page: Int) -> Range<Int> { page * 4096..<(page + 1) * 4096 }
        switch Int.random(in: 0..<7, using: &chance) {
        case 0:
            let count = [1, 3, 40].randomElement(using: &chance) ?? 1
            for _ in 0..<count {
                let offset = Int.random(in: 0..<bytes.count, using: &chance)
                bytes[offset] ^= 1 << UInt8.random(in: 0...7, using: &chance)
            }
            return "\(count) flipped bits"
        case 1:
            let (one, other) = (page(&chance), page(&chance))
            let kept = Array(bytes[range(one)])
            bytes.replaceSubrange(range(one), with: bytes[range(other)])
            bytes.replaceSubrange(range(other), with: kept)
            return "pages \(one) and \(other) exchanged"
        case 2:
            let (one, other) = (page(&chance), page(&chance))
            bytes.replaceSubrange(range(one), with: bytes[range(other)])
            return "page \(one) replaced by page \(other)"
        case 3:
            let page = page(&chance)
            bytes.replaceSubrange(range(page), with: [UInt8](repeating: 0, count: 4096))
            return "page \(page) emptied"
        case 4:
            bytes.removeLast(Int.random(in: 1..<bytes.count, using: &chance))
            return "cut to \(bytes.count) bytes"
        case 5:
            let changed = changedPages(bytes, older)
            let page = changed.randomElement(using: &chance) ?? 0
            bytes.replaceSubrange(range(page), with: older[range(page)])
            return "page \(page) as it was before"
        default:
            let changed = changedPages(bytes, older).shuffled(using: &chance)
            let some = changed.prefix(.random(in: 1..<max(2, changed.count), using: &chance))
            for page in some { bytes.replaceSubrange(range(page), with: older[range(page)]) }
            return "pages \(some.sorted()) as they were before"
        }
    }

    private static func changedPages(_ bytes: [UInt8], _ older: [UInt8]) -> [Int] {
        (0..<min(bytes.count, older.count) / 4096).filter { page in
            let range = page * 4096..<(page + 1) * 4096
            // As `Data`, because slices are compared byte by byte where nothing is optimised.
            return Data(bytes[range]) != Data(older[range])
        }
    }
}
