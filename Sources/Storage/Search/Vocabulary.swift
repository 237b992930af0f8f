internal import Notes
internal import SQLite
internal import Threads

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// All words of a library, in memory, to look up `*` and typed accents.
///
/// Words are only ever added, so a search reads just those that are new. A word that no note has any more finds nothing.
package final class Vocabulary: Sendable {
    private let words = Locked(WordList())

    /// A word that matches a pattern.
    struct Match {
        var folded: [UInt8]
        /// With its accents, if it has any.
        var accented: [UInt8]?
    }

    /// The words that match a pattern; nil if there are more than `limit`.
    func words(
        _ pattern: WordPattern,
        limit: Int,
        on connection: Connection
    ) throws -> [Match]? {
        try words.withLock { words in
            try words.readNew(from: connection)
            return words.search(pattern, limit: limit)
        }
    }

    func count(on connection: Connection) throws -> Int {
        try words.withLock { words in
            try words.readNew(from: connection)
            return words.count
        }
    }
}

private struct WordList {
    private(set) var count = 0
    /// The words without accents, each between two line feeds.
    private var folded: [UInt8] = [lineFeed]
    /// Those that have accents, by the index in `folded` at which they begin.
    private var accented: [Int: [UInt8]] = [:]
    private var lastID: Int64 = 0

    private static let lineFeed = UInt8(ascii: "\n")

    /// Reads the words that were added since the last time.
    mutating func readNew(from connection: Connection) throws {
        try connection.forEach(
            """
            SELECT id, word
            FROM word
            WHERE id > :last
            ORDER BY id
            """,
            ["last": lastID]
        ) { row in
            lastID = row.int64(0)
            count += 1
            let exact = row.bytes(1)
            if exact.allSatisfy({ $0 < 0x80 }) {
                folded.append(contentsOf: exact)
            } else {
                var letters = String.UnicodeScalarView()
                letters.append(
                    contentsOf: row.text(1).unicodeScalars.lazy.filter { !WordReader.isAccent($0) }
                )
                let plain = Array(String(letters).utf8)
                if plain.count != exact.count { accented[folded.count] = exact }
                folded.append(contentsOf: plain)
            }
            folded.append(Self.lineFeed)
        }
    }

    /// Checks each word that contains the pattern's longest run of letters.
    func search(_ pattern: WordPattern, limit: Int) -> [Vocabulary.Match]? {
        var run = Array(pattern.longestRun)
        guard !run.isEmpty else { return nil }
        // If the first letter is known, only the beginnings of words need checking.
        if !pattern.hasStars { run.insert(Self.lineFeed, at: 0) }
        if !pattern.hasStars, !pattern.isBeginning { run.append(Self.lineFeed) }
        var matches: [Vocabulary.Match] = []
        var start = 0
        while let position = folded.firstIndex(of: run, from: start) {
            var first = folded[position] == Self.lineFeed ? position + 1 : position
            while folded[first - 1] != Self.lineFeed { first -= 1 }
            var end = max(first, position)
            while end < folded.count, folded[end] != Self.lineFeed { end += 1 }
            guard end < folded.count else { break }
            let word = folded[first..<end]
            if pattern.matches(folded: word, exact: accented[first] ?? Array(word)) {
                guard matches.count < limit else { return nil }
                matches.append(Vocabulary.Match(folded: Array(word), accented: accented[first]))
            }
            start = end
        }
        return matches
    }
}

extension [UInt8] {
    /// Where a sequence of bytes first occurs, from an index on.
    fileprivate func firstIndex(of bytes: [UInt8], from start: Int) -> Int? {
        withUnsafeBytes { all in
            bytes.withUnsafeBytes { bytes in
                guard let base = all.baseAddress, let wanted = bytes.baseAddress else { return nil }
                var start = start
                while start + bytes.count <= all.count,
                    let found = memchr(base + start, Int32(bytes[0]), all.count - start)
                {
                    let index = UnsafeRawPointer(found) - base
                    guard index + bytes.count <= all.count else { return nil }
                    if memcmp(found, wanted, bytes.count) == 0 { return index }
                    start = index + 1
                }
                return nil
            }
        }
    }
}
