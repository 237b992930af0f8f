import Languages
import Testing

struct JapaneseTests {
    @Test func romanizesKanaByHepburn() throws {
        let table = WordTable(
            """
            りんご ringo とうきょう tōkyō おおさか ōsaka きょうと kyōto こんにちは konnichiwa ありがとう arigatō
            さようなら sayōnara がっこう gakkō まっちゃ matcha ざっし zasshi しんぶん shinbun しんゆう shin'yū
            きんえん kin'en こんや kon'ya おかあさん okāsan おばあさん obāsan おにいさん oniisan おねえさん onēsan
            おとうさん otōsan おとうと otōto いもうと imōto せんせい sensei えいが eiga おおきい ōkii ちいさい chiisai
            みずうみ mizuumi ばあい baai おもう omou まよう mayou すくう sukuu つづく tsuzuku はなぢ hanaji ちぢむ chijimu
            じてんしゃ jitensha りょこう ryokō びょういん byōin ゆうびんきょく yūbinkyoku くうき kūki こおり kōri とおい tōi
            コーヒー kōhī ビール bīru タクシー takushī ファミリー famirī ヴァイオリン vaiorin パーティー pātī
            ウィスキー wisukī チェス chesu ソウル souru バレエ baree ミイラ miira フォーク fōku ジュース jūsu
            カップ kappu ベッド beddo マッチ matchi シャツ shatsu デュエット dyuetto トゥール tūru
            おんな_の_ひと onna_no_hito おおい ōi すうがく sūgaku いいえ iie
            """
        )

        try table.check("ja", to: "ja-Latn")
    }

    @Test func writesHepburnAsHiragana() throws {
        let table = WordTable(
            """
            ringo りんご tōkyō とうきょう ōsaka おおさか konnichiwa こんにちは arigatō ありがとう gakkō がっこう
            matcha まっちゃ zasshi ざっし shinbun しんぶん shin'yū しんゆう kin'en きんえん kon'ya こんや okāsan おかあさん
            oniisan おにいさん onēsan おねえさん sensei せんせい eiga えいが ōkii おおきい chiisai ちいさい mizuumi みずうみ
            omou おもう tsuzuku つづく hanaji はなぢ chijimu ちぢむ jitensha じてんしゃ ryokō りょこう byōin びょういん
            yūbinkyoku ゆうびんきょく kūki くうき tōi とおい neko ねこ inu いぬ mizu みず hito ひと fune ふね tsuki つき
            kippu きっぷ kitte きって issho いっしょ zubon ずぼん onna_no_hito おんな_の_ひと hyaku ひゃく jū じゅう kawa かわ
            wa わ
            """
        )

        try table.check("ja-Latn", to: "ja-Hira")
    }

    @Test func writesHepburnAsKatakana() throws {
        let katakana = try transliterator("ja-Latn", "ja-Kana")

        #expect(katakana("kōhī")?.text == "コーヒー")
        #expect(katakana("famirī")?.text == "ファミリー")
        #expect(katakana("vaiorin")?.text == "ヴァイオリン")
        #expect(katakana("pātī")?.text == "パーティー")
        #expect(katakana("beddo")?.text == "ベッド")
    }

    @Test func listsAmbiguities() throws {
        let hepburn = try transliterator("ja", "ja-Latn")
        let hiragana = try transliterator("ja-Latn", "ja-Hira")

        #expect(hepburn("こうし")?.ambiguities == [.init(text: "こうし", readings: ["kōshi", "koushi"])])
        #expect(
            hepburn("それは")?.ambiguities == [.init(text: "それは", readings: ["sorewa", "soreha"])]
        )
        #expect(hepburn("どこへ")?.ambiguities == [.init(text: "どこへ", readings: ["dokoe", "dokohe"])])
        #expect(hepburn("とうきょう")?.isUnambiguous == true)
        #expect(hiragana("kōri")?.ambiguities == [.init(text: "kōri", readings: ["こおり", "こうり"])])
    }

    @Test(arguments: ["東京", "食べる", "っ", "ーあ", "あっ", "んー", "ゃ゛漢", "한국"])
    func refusesTextWithoutKnownReading(text: String) throws {
        #expect(try transliterator("ja", "ja-Latn")(text) == nil)
    }

    @Test(arguments: ["xyz", "q", "tokyo-ß", "l", "sh", "нет"])
    func refusesOtherRomanizations(text: String) throws {
        #expect(try transliterator("ja-Latn", "ja-Hira")(text) == nil)
    }

    @Test func readsKanjiWithAReader() throws {
        let reader = JapaneseReader { text in
            guard text == "東京は大きい" else { return nil }
            return [
                .init(surface: "東京", kana: "トウキョウ"),
                .init(surface: "は", kana: "ハ", isParticle: true),
                .init(surface: "大きい", kana: "オオキイ"),
            ]
        }
        let hepburn = try Transliterator.between("ja", "ja-Latn", reading: reader)

        #expect(hepburn("東京は大きい。")?.text == "tōkyō wa ōkii.")
        #expect(hepburn("大阪") == nil)
    }

    private func transliterator(_ source: String, _ target: String) throws -> Transliterator {
        try Transliterator.between(source, target)
    }
}
