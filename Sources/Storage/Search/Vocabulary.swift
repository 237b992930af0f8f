internal import Notes
internal import SQLite
internal import Threads

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// All words of a library, in memory: what `*` and typed accents are looked up in.
///
/// Words only join, so that what is there can be kept, and a search reads just those that are new. One that no note has
/// any more finds nothing.
package final class Vocabulary: @unchecked Sendable {
    private let lock = Lock()
    // Guarded by `lock`. The words without accents, each between two line feeds.
    private var folded: [UInt8] = [lineFeed]
    // Those that have accents, by where they begin in `folded`.
    private var accented: [Int: [UInt8]] = [:]
    private var lastID: Int64 = 0
    private var count = 0

    private static let lineFeed = UInt8(ascii: "\n")

    init() {}

    /// A word that a pattern means.
    struct Match {
        var folded: [UInt8]
        /// With its accents, if it has any.
        var accented: [UInt8]?
    }

    /// The words that a pattern means; nil where they are more than `limit`.
    func words(
        _ pattern: WordPattern,
        limit: Int,
        on connection: Connection
    ) throws -> [Match]? {
        try lock.withLock {
            try learn(from: connection)
            return search(pattern, limit: limit)
        }
    }

    /// How many words there are.
    func count(on connection: Connection) throws -> Int {
        try lock.withLock {
            try learn(from: connection)
            return count
        }
    }

    /// Reads the words that joined since the last time.
    private func learn(from connection: Connection) throws {
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

    /// Goes through the places where the pattern's longest run of letters stands.
    private func search(_ pattern: WordPattern, limit: Int) -> [Match]? {
        var run = Array(pattern.longestRun)
        guard !run.isEmpty else { return nil }
        // Where the word is known from its first letter on, places inside of words need no look.
        if !pattern.hasStars { run.insert(Self.lineFeed, at: 0) }
        if !pattern.hasStars, !pattern.isBeginning { run.append(Self.lineFeed) }
        var matches: [Match] = []
        var start = 0
        while let place = folded.firstPlace(of: run, from: start) {
            var first = folded[place] == Self.lineFeed ? place + 1 : place
            while folded[first - 1] != Self.lineFeed { first -= 1 }
            var end = max(first, place)
            while end < folded.count, folded[end] != Self.lineFeed { end += 1 }
            guard end < folded.count else { break }
            let word = folded[first..<end]
            if pattern.matches(folded: word, exact: accented[first] ?? Array(word)) {
                guard matches.count < limit else { return nil }
                matches.append(Match(folded: Array(word), accented: accented[first]))
            }
            start = end
        }
        return matches
    }
}

extension [UInt8] {
    /// Where the bytes stand first, at a place or behind it.
    fileprivate func firstPlace(of bytes: [UInt8], from start: Int) -> Int? {
        withUnsafeBytes { all in
            bytes.withUnsafeBytes { bytes in
                guard let base = all.baseAddress, let wanted = bytes.baseAddress else { return nil }
                var start = start
                while start + bytes.count <= all.count,
                    let found = memchr(base + start, Int32(bytes[0]), all.count - start)
                {
                    let place = UnsafeRawPointer(found) - base
                    guard place + bytes.count <= all.count else { return nil }
                    if memcmp(found, wanted, bytes.count) == 0 { return place }
                    start = place + 1
                }
                return nil
            }
        }
    }
}
