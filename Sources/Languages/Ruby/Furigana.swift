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
        let counts = counts(of: kana, among: runs)
        switch counts[0][0] {
        case 0: return nil
        case 1: return pieces(runs, readings(in: kana, of: runs, counts))
        default: return undividedPieces(runs, kana)
        }
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

    /// In how many ways the rest of a reading can belong to the rest of a text: for each run and the end, and each kana and
    /// the end, 0, 1, or 2 for several.
    ///
    /// They are counted from the end, because trying all of them would take time that grows exponentially.
    private static func counts(of kana: [Character], among runs: [Run]) -> [[UInt8]] {
        let none = [UInt8](repeating: 0, count: kana.count + 1)
        var after = none
        after[kana.count] = 1
        var counts = [after]
        for run in runs.reversed() {
            var here = none
            switch run {
            case .mark: here = after
            case .kana(let text):
                let written = Array(Kana.hiragana(text))
                for place in 0..<max(after.count - written.count, 0)
                where zip(kana[place...], written).allSatisfy({ isSame($0, $1) }) {
                    here[place] = after[place + written.count]
                }
            case .kanji(let text):
                // A kanji rarely has more than four kana.
                let most = 6 * text.count
                let sums = after.reduce(into: [0]) { $0.append($0[$0.count - 1] + Int($1)) }
                for place in kana.indices {
                    let end = min(place + most, kana.count)
                    here[place] = UInt8(clamping: min(sums[end + 1] - sums[place + 1], 2))
                }
            }
            after = here
            counts.append(here)
        }
        return counts.reversed()
    }

    /// The reading of each run that has one, where only one division is possible.
    private static func readings(
        in kana: [Character],
        of runs: [Run],
        _ counts: [[UInt8]]
    ) -> [String?] {
        var place = 0
        return zip(runs, counts.dropFirst()).map { run, after in
            switch run {
            case .mark: return nil
            case .kana(let text):
                place += Kana.hiragana(text).count
                return nil
            case .kanji:
                let end = after[(place + 1)...].firstIndex { $0 > 0 } ?? kana.count
                defer { place = end }
                return String(kana[place..<end])
            }
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
