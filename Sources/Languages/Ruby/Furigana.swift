/// Kana over kanji alone: 食べ物 read たべもの is 食(た)べ物(もの), and its べ has nothing over it.
enum Furigana {
    fileprivate enum Run: Hashable {
        /// Kanji, which a reading of at least as many kana as characters may stand over.
        case kanji(String)
        /// What reads as it is written.
        case kana(String)
        /// Marks and spaces, which a reading may leave out.
        case mark(String)
    }

    /// Nil where the reading is not kana, or does not fit the kana that stand in the text.
    static func pieces(of text: String, read reading: String) -> [RubyPiece]? {
        let runs = runs(of: text)
        let kana = Array(Kana.hiragana(reading).filter { Kana.isKana($0) || $0 == "ー" })
        let isKana = reading.allSatisfy { Kana.isKana($0) || $0 == "ー" || !$0.isLetter }
        guard isKana, !kana.isEmpty, runs.contains(where: \.isKanji) else { return nil }
        // Where two ways fit nobody knows which is right, and the reading stands over all that they differ in.
        let ways = ways(of: runs[...], kana[...])
        guard let first = ways.first else { return nil }
        return ways.count == 1 ? pieces(runs, first) : together(runs, kana)
    }

    private static func pieces(_ runs: [Run], _ readings: [String?]) -> [RubyPiece] {
        zip(runs, readings).map { run, reading in RubyPiece(run.text, reading) }
    }

    /// One reading over everything between the first and the last kanji; the kana around them read as they are.
    private static func together(_ runs: [Run], _ kana: [Character]) -> [RubyPiece]? {
        guard let first = runs.firstIndex(where: \.isKanji),
            let last = runs.lastIndex(where: \.isKanji)
        else { return nil }
        func count(_ runs: ArraySlice<Run>) -> Int {
            runs.reduce(0) { $0 + ($1.kanaText?.count ?? 0) }
        }
        let (before, after) = (count(runs[..<first]), count(runs[(last + 1)...]))
        guard before + after < kana.count else { return nil }
        let middle = runs[first...last].map(\.text).joined()
        let reading = String(kana[before..<(kana.count - after)])
        return runs[..<first].map { RubyPiece($0.text) } + [RubyPiece(middle, reading)]
            + runs[(last + 1)...].map { RubyPiece($0.text) }
    }

    /// At most two ways to share a reading among runs.
    private static func ways(of runs: ArraySlice<Run>, _ kana: ArraySlice<Character>) -> [[String?]]
    {
        guard let run = runs.first else { return kana.isEmpty ? [[]] : [] }
        let rest = runs.dropFirst()
        switch run {
        case .mark:
            return ways(of: rest, kana).map { [nil] + $0 }
        case .kana:
            let written = Array(Kana.hiragana(run.text))
            guard kana.count >= written.count, zip(kana, written).allSatisfy({ isSame($0, $1) })
            else {
                return []
            }
            return ways(of: rest, kana.dropFirst(written.count)).map { [nil] + $0 }
        case .kanji(let text):
            // The kana that are still to come bound how long the reading can be.
            let least = rest.reduce(0) { $0 + ($1.kanaText?.count ?? ($1.isKanji ? 1 : 0)) }
            // A kanji has rarely more than four kana, and never none.
            let most = min(kana.count - least, 6 * text.count)
            var found: [[String?]] = []
            for count in stride(from: 1, through: max(most, 0), by: 1) {
                let reading = String(kana.prefix(count))
                found += ways(of: rest, kana.dropFirst(count)).map { [reading] + $0 }
                if found.count > 1 { return Array(found.prefix(2)) }
            }
            return found
        }
    }

    /// A long vowel may be written ー in one and with a vowel in the other.
    private static func isSame(_ one: Character, _ other: Character) -> Bool {
        one == other || one == "ー" || other == "ー"
    }

    private static func runs(of text: String) -> [Run] {
        var runs: [Run] = []
        for character in text {
            let new: Run =
                Ruby.isHan(character) || character.isNumber
                ? .kanji(String(character))
                : Kana.isKana(character) || character == "ー"
                    ? .kana(String(character)) : .mark(String(character))
            switch (runs.last, new) {
            case (.kanji(let old)?, .kanji(let more)): runs[runs.count - 1] = .kanji(old + more)
            case (.kana(let old)?, .kana(let more)): runs[runs.count - 1] = .kana(old + more)
            case (.mark(let old)?, .mark(let more)): runs[runs.count - 1] = .mark(old + more)
            default: runs.append(new)
            }
        }
        return runs
    }
}

extension Furigana.Run {
    fileprivate var text: String {
        switch self {
        case .kanji(let text), .kana(let text), .mark(let text): text
        }
    }

    fileprivate var isKanji: Bool { if case .kanji = self { true } else { false } }

    fileprivate var kanaText: String? { if case .kana(let text) = self { text } else { nil } }
}
