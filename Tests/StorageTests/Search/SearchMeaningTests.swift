import Languages
import Notes
import Recall
import SQLite
import Storage
import Testing

/// The results of text queries in a small library in many languages.
struct SearchMeaningTests {
    struct Example: Sendable, CustomTestStringConvertible {
        var query: String
        /// The letters of the results.
        var found: String

        init(_ query: String, _ found: String) {
            self.query = query
            self.found = found
        }

        var testDescription: String { query }
    }

    /// For each note a letter, its front and its back.
    static let texts: [(name: Character, front: String, back: String)] = [
        ("a", "apple", "omena, a round fruit"),
        ("b", "pineapple", "ananas"),
        ("c", "café noir", "black coffee"),
        ("d", "cafe", "a place for coffee"),
        ("e", "日本語", "Japanese language"),
        ("f", "日曜日に本を読む", "to read a book on Sunday"),
        ("g", "リンゴ", "りんご ringo"),
        ("h", "한국어", "Korean 한국 사람"),
        ("i", "汉语 拼音", "pīnyīn"),
        ("j", "яблуко", "м'яч, їжак і йод"),
        ("k", "ёлка", "fir tree"),
        ("l", "ਸੇਬ", "سیب"),
        ("m", "élève", "pupil (school)"),
        ("n", "eleve", "spelt without accents"),
        ("o", "Łódź and Ærø", "two towns"),
        ("p", "Straße", "street; e-mail: C++ & <b>bo</b>ld<br>line"),
        ("q", "tiếng Việt", "Vietnamese"),
        ("r", "ไทย ภาษาไทย", "Thai"),
        ("s", "كِتَاب", "book"),
        ("t", "ＡＢＣ ｶﾞｲﾄﾞ", "wide and narrow"),
        ("u", "🍎 emoji", "&#233;tude"),
    ]

    static let examples: [Example] = [
        // Whole words, and the last one as a prefix.
        Example("apple", "a"), Example("app", "a"), Example("ap", "a"), Example("pine", "b"),
        Example("ppl", ""), Example("round fruit", "a"), Example("roun fruit", ""),
        Example("fruit roun", "a"), Example("\"app\"", ""), Example("\"apple\"", "a"),
        Example("APPLE", "a"), Example("apple -round", ""), Example("coffee", "cd"),
        Example("coffee -noir", "d"), Example("coffee -no", "cd"),
        // A star matches anything.
        Example("*apple", "ab"), Example("*ppl*", "ab"), Example("a*e \"a\"", "a"),
        Example("c*f*e \"place\"", "d"),
        Example("\"black c*\"", "c"), Example("\"black *\"", "c"), Example("\"bl* coffee\"", "c"),
        Example("\"to * book\"", "f"), Example("\"book * to\"", ""),
        // Phrases do not span fields.
        Example("\"place for coffee\"", "d"), Example("\"coffee place\"", ""),
        Example("\"noir black\"", ""), Example("noir black", "c"),
        // Accents are ignored unless typed.
        Example("cafe", "cd"), Example("café", "c"), Example("caf", "cd"), Example("cafè", ""),
        Example("eleve", "mn"), Example("élève", "m"), Example("élev", "m"), Example("elè", "m"),
        Example("èleve", ""), Example("\"café n*\"", "c"), Example("pinyin", "i"),
        Example("pīn", "i"), Example("lodz aero", "o"), Example("łódź", "o"), Example("lódz", "o"),
        Example("ærø", "o"), Example("strasse", "p"), Example("straße", "p"),
        Example("STRASSE", "p"),
        Example("tieng viet", "q"), Example("tiếng", "q"), Example("tiêng", ""),
        Example("елка", "k"), Example("ёлка", "k"), Example("иод", ""), Example("йод", "j"),
        Example("كتاب", "s"), Example("كِتَاب", "s"), Example("étude", "u"), Example("etude", "u"),
        // Scripts without spaces: any part, down to one character.
        Example("日", "ef"), Example("本", "ef"), Example("日本", "e"), Example("本語", "e"),
        Example("日*本", "ef"), Example("日*語", "e"), Example("本を", "f"), Example("ンゴ", "g"),
        Example("りん", "g"), Example("국", "h"), Example("한국", "h"), Example("국어", "h"),
        Example("\"한국 사람\"", "h"), Example("한국사람", ""), Example("汉", "i"), Example("语拼", ""),
        Example("\"语 拼\"", "i"), Example("ไท", "r"), Example("ภาษา", "r"), Example("ガイド", "t"),
        Example("abc", "t"), Example("ｶﾞｲ", "t"), Example("日 book", "f"),
        // Other alphabets, signs and markup.
        Example("яблук", "j"), Example("м'яч", "j"), Example("м’яч", "j"), Example("їжак", "j"),
        Example("ਸੇਬ", "l"), Example("سیب", "l"), Example("C++", "p"), Example("e-mail", "p"),
        Example("bold", "p"), Example("line", "p"), Example("br", ""), Example("🍎", "u"),
        // Fields by name, in any case.
        Example("front:apple", "a"), Example("back:apple", ""), Example("Back:omena", "a"),
        Example("front:*apple", "ab"), Example("front:café", "c"), Example("front:日", "ef"),
        Example("back:\"black coffee\"", "c"), Example("back:co", "cd"), Example("b*k:omena", "a"),
        Example("-front:* apple", ""), Example("nofield:apple", ""),
        // Combinations.
        Example("apple or cafe", "acd"), Example("(apple or cafe) coffee", "cd"),
        Example("-(coffee or apple) book", "fs"), Example("日 -本", ""), Example("日 or apple", "aef"),
        Example("apple and round", "a"),
    ]

    private let fresh: Fresh

    init() throws {
        fresh = try Fresh()
        try fresh.database.write { writer in
            for (index, text) in Self.texts.enumerated() {
                var note = fresh.note(Int64(index + 1))
                note.values = [1: FieldValue(text.front), 2: FieldValue(text.back)]
                try writer.insert(note)
            }
        }
    }

    @Test(arguments: examples) func finds(_ example: Example) throws {
        let found = try fresh.search(example.query)

        let names = found.notes.map { Self.texts[Int($0.rawValue) - 1].name }
        #expect(String(names.sorted()) == example.found)
        #expect(found.total == found.notes.count)
    }
}

extension Fresh {
    func search(
        _ query: String,
        sort: NoteSort = .newest,
        limit: Int = 100,
        after: NoteID? = nil,
        now: Moment = .some
    ) throws -> FoundNotes {
        try database.read {
            try $0.search(
                SearchQuery(query),
                sort: sort,
                limit: limit,
                after: after,
                on: SearchDay(now: now, offset: 0, boundary: DayBoundary())
            )
        }
    }
}
