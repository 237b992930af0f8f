import Languages
import TestChance
import Testing

struct RubyTests {
    private func ruby(_ text: String, _ reading: String, _ tag: String) throws -> String? {
        let language = try #require(LanguageTag(tag))
        return Ruby.pieces(of: text, read: reading, in: language)?
            .map { piece in piece.reading.map { "\(piece.text)(\($0))" } ?? piece.text }.joined()
    }

    @Test(
        arguments: [
            ("林檎", "りんご", "林檎(りんご)"),
            ("食べ物", "たべもの", "食(た)べ物(もの)"),
            ("食べる", "タベル", "食(た)べる"),
            ("お茶", "おちゃ", "お茶(ちゃ)"),
            ("取り引き", "とりひき", "取(と)り引(ひ)き"),
            ("日本語を話す", "にほんごをはなす", "日本語(にほんご)を話(はな)す"),
            ("引き出し", "ひきだし", "引(ひ)き出(だ)し"),
            ("人々", "ひとびと", "人々(ひとびと)"),
            ("三つ", "みっつ", "三(みっ)つ"),
            ("大きい、木", "おおきい き", "大(おお)きい、木(き)"),
            ("消しゴム", "けしごむ", "消(け)しゴム"),
            // The division is ambiguous because of both の, so that the reading stays undivided.
            ("山の木の実", "やまのきのみ", "山(やま)の木(き)の実(み)"),
            ("母の日", "ははのひ", "母(はは)の日(ひ)"),
            ("物の名", "もののな", "物の名(もののな)"),
        ]
    )
    func putsFuriganaAboveKanjiOnly(text: String, reading: String, expected: String) throws {
        #expect(try ruby(text, reading, "ja") == expected)
    }

    @Test(
        arguments: [
            ("食べ物", "のみもの"), ("食べる", "taberu"), ("林檎", ""), ("ひらがな", "ひらがな"),
            ("食べ", "べ"), ("木", "木"),
        ]
    )
    func refusesFuriganaThatDoesNotFit(text: String, reading: String) throws {
        #expect(try ruby(text, reading, "ja") == nil)
    }

    @Test(
        arguments: [
            ("苹果", "píngguǒ", "苹(píng)果(guǒ)"),
            ("西安", "Xī'ān", "西(Xī)安(ān)"),
            ("先", "xiān", "先(xiān)"),
            ("你好！", "nǐ hǎo", "你(nǐ)好(hǎo)！"),
            ("女儿", "nǚ'ér", "女(nǚ)儿(ér)"),
            ("普通话", "pǔtōnghuà", "普(pǔ)通(tōng)话(huà)"),
            ("电脑", "dian4nao3", "电(dian4)脑(nao3)"),
        ]
    )
    func putsPinyinAboveEachCharacter(text: String, reading: String, expected: String) throws {
        #expect(try ruby(text, reading, "zh-Hans") == expected)
    }

    @Test(arguments: [("苹果", "apple pie"), ("苹果", "píng"), ("abc", "abc")])
    func refusesPinyinThatDoesNotFit(text: String, reading: String) throws {
        #expect(try ruby(text, reading, "zh") == nil)
    }

    @Test func hasNoRubyInOtherLanguages() throws {
        #expect(try ruby("사과", "sagwa", "ko") == nil)
        #expect(try ruby("水", "mizu", "fi") == nil)
    }

    /// Trying all divisions would never end.
    @Test func manyDivisionsTakeNoTime() throws {
        let text = String(repeating: "食の", count: 60)
        let reading = String(repeating: "の", count: 300)

        #expect(try ruby(text + "は", reading, "ja") == nil)
        #expect(try ruby(text, reading, "ja") == "\(text.dropLast())(\(reading.dropLast()))の")
    }

    @Test func sentencesHaveReadings() throws {
        let pinyin = try ruby(
            String(repeating: "你好，", count: 100),
            String(repeating: "nǐ hǎo, ", count: 100),
            "zh"
        )
        let kana = try ruby(
            String(repeating: "物を食べる。", count: 50),
            String(repeating: "ものをたべる", count: 50),
            "ja"
        )

        #expect(pinyin == String(repeating: "你(nǐ)好(hǎo)，", count: 100))
        #expect(kana == String(repeating: "物(もの)を食(た)べる。", count: 50))
    }

    @Test(
        arguments: [
            ("漢" + String(repeating: "、あ", count: 100_000), "か", "あ", 100_000, "ja"),
            ("你好", "", "ba", 100_000, "zh"), ("你好", "", "ba", 1_000, "zh"),
        ]
    )
    func longTextsHaveNone(
        _ text: String,
        _ start: String,
        _ rest: String,
        _ count: Int,
        _ tag: String
    ) throws {
        #expect(try ruby(text, start + String(repeating: rest, count: count), tag) == nil)
    }

    /// For random texts and readings, and without hanging.
    @Test func piecesJoinToTheText() throws {
        let letters = Array("食物人々日のはべーアりんごa1 、")
        var chance = SplitMix(seed: 4)
        for _ in 0..<20_000 {
            func some(_ most: Int) -> String {
                String(
                    (0..<Int.random(in: 0...most, using: &chance)).map { _ in
                        letters.randomElement(using: &chance) ?? "a"
                    }
                )
            }
            let text = some(10)
            for tag in ["ja", "zh"] {
                let language = try #require(LanguageTag(tag))
                guard let pieces = Ruby.pieces(of: text, read: some(14), in: language) else {
                    continue
                }
                #expect(pieces.map(\.text).joined() == text)
            }
        }
    }
}
