/// Kana above kanji only: 食べ物 with the reading たべもの becomes 食(た)べ物(もの), without a reading above べ.
enum Furigana {
    fileprivate enum Run: Hashable {
        case kanji(String)
        case kana(String)
        /// Punctuation and spaces, which a reading may omit.
        case mark(String)
    }

    /// Nil if the reading is not kana, or does not fit the kana in the text.
    static func pieces(of text: String, read reading: String) -> [RubyPiece]? {
        let runs = runs(of: text)
        let kana = Array(Kana.hiragana(reading).filter(Kana.isKana))
        let isKana = reading.allSatisfy { Kana.isKana($0) || !$0.isLetter }
        guard isKana, !kana.isEmpty, runs.contains(where: \.isKanji) else { return nil }
        let divisions = divisions(of: kana[...], among: runs[...])
        guard let first = divisions.first else { return nil }
        return divisions.count == 1 ? pieces(runs, first) : undividedPieces(runs, kana)
    }

    private static func pieces(_ runs: [Run], _ readings: [String?]) -> [RubyPiece] {
        zip(runs, readings).map { run, reading in RubyPiece(run.text, reading) }
    }

    /// One reading from the first to the last kanji, because the division among them is ambiguous.
    private static func undividedPieces(_ runs: [Run], _ kana: [Character]) -> [RubyPiece]? {
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

    /// The possible divisions of a reading among runs; at most two.
    private static func divisions(
        of kana: ArraySlice<Character>,
        among runs: ArraySlice<Run>
    ) -> [[String?]] {
        guard let run = runs.first else { return kana.isEmpty ? [[]] : [] }
        let rest = runs.dropFirst()
        switch run {
        case .mark:
            return divisions(of: kana, among: rest).map { [nil] + $0 }
        case .kana:
            let written = Array(Kana.hiragana(run.text))
            guard kana.count >= written.count, zip(kana, written).allSatisfy({ isSame($0, $1) })
            else {
                return []
            }
            return divisions(of: kana.dropFirst(written.count), among: rest).map { [nil] + $0 }
        case .kanji(let text):
            // The rest of the text needs at least this many kana.
            let least = rest.reduce(0) { $0 + ($1.kanaText?.count ?? ($1.isKanji ? 1 : 0)) }
            // A kanji rarely has more than four kana.
            let most = min(kana.count - least, 6 * text.count)
            var found: [[String?]] = []
            for count in stride(from: 1, through: max(most, 0), by: 1) {
                let reading = String(kana.prefix(count))
                found += divisions(of: kana.dropFirst(count), among: rest).map { [reading] + $0 }
                if found.count > 1 { return Array(found.prefix(2)) }
            }
            return found
        }
    }

    /// One side may write a long vowel with ー and the other with a vowel.
    private static func isSame(_ one: Character, _ other: Character) -> Bool {
        one == other || one == "ー" || other == "ー"
    }

    private static func runs(of text: String) -> [Run] {
        var runs: [Run] = []
        for character in text {
            let new: Run =
                character.isHan || character.isNumber
                ? .kanji(String(character))
                : Kana.isKana(character)
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
