import Languages
import Testing

struct ChineseTests {
    @Test func romanizesChineseByPinyin() throws {
        let table = WordTable(
            """
            苹果 píngguǒ 银行 yínháng 长大 zhǎngdà 长城 chángchéng 觉得 juéde 睡觉 shuìjiào 便宜 piányi 方便 fāngbiàn
            音乐 yīnyuè 快乐 kuàilè 重庆 chóngqìng 重要 zhòngyào 行李 xíngli 旅行 lǚxíng 了解 liǎojiě 还是 háishi
            教室 jiàoshì 教师 jiàoshī 地方 dìfang 为什么 wèishénme 因为 yīnwèi 得到 dédào 朋友 péngyou 妈妈 māma
            谢谢 xièxie 学生 xuésheng 先生 xiānsheng 西安 xī'ān 北京 běijīng 上海 shànghǎi 女儿 nǚ'ér 哪儿 nǎr
            衣服 yīfu 头发 tóufa 认识 rènshi 漂亮 piàoliang 东西 dōngxi 首都 shǒudū 图书馆 túshūguǎn 大夫 dàifu
            医院 yīyuàn 出租车 chūzūchē 电脑 diànnǎo 空气 kōngqì 有空 yǒukòng 假期 jiàqī 数学 shùxué 分钟 fēnzhōng
            部分 bùfen 好人 hǎorén 爱好 àihào 会议 huìyì 会计 kuàijì 和平 hépíng 绿色 lǜsè 参加 cānjiā 人参 rénshēn
            猫 māo 狗 gǒu 水 shuǐ 书 shū 我 wǒ 不是 bùshì
            """
        )

        try table.check("zh-Hans", to: "zh-Latn")
    }

    @Test func listsAmbiguities() throws {
        let pinyin = try pinyin()

        #expect(pinyin("行")?.ambiguities == [.init(text: "行", readings: ["xíng", "háng", "héng"])])
        #expect(pinyin("银行")?.isUnambiguous == true)
        #expect(pinyin("猫")?.isUnambiguous == true)
    }

    @Test(arguments: [("長", false), ("貓", true), ("發", true), ("髮", true), ("學", true)])
    func readsTraditionalCharacters(text: String, isUnambiguous: Bool) throws {
        #expect(try pinyin()(text)?.isUnambiguous == isUnambiguous)
    }

    @Test func writesSentencesInWords() throws {
        #expect(try pinyin()("你好，我喜欢喝茶。")?.text == "nǐhǎo, wǒ xǐhuan hēchá.")
        #expect(try pinyin()("T恤")?.text == "T xù")
    }

    @Test func refusesOtherScripts() throws {
        #expect(try pinyin()("りんご") == nil)
        #expect(try pinyin()("사과") == nil)
    }

    private func pinyin() throws -> Transliterator {
        try Transliterator.between("zh", "zh-Latn")
    }
}
