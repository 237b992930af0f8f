/// Words that the rules for kana get wrong.
enum KanaWords {
    /// The romanizations of words in which two vowels belong to different parts, or は is pronounced wa.
    static let readings = table(readingText)

    /// The kana of words in Hepburn that no rule determines: a long o written おお (as listed in the official rules for kana),
    /// ぢ and づ, and greetings.
    static let spellings = table(spellingText)

    private static func table(_ text: String) -> [String: [String]] {
        var table: [String: [String]] = [:]
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            table[words[0]] = Array(words.dropFirst())
        }
        return table
    }

    private static let readingText = """
        あらそう arasou
        いこう ikō ikou
        いざよう izayou
        うつろう utsurou
        うるおう uruou
        おう ō ou
        おおう ōu
        おもう omou
        かよう kayou kayō
        きおう kiou
        きそう kisou kisō
        くう kuu kū
        くるう kuruu
        こう kō kou
        こううし kōushi
        こうし kōshi koushi
        こうま kouma
        こうり kōri kouri
        このうえ konoue
        こんにちは konnichiwa
        こんばんは konbanwa
        さすらう sasurau
        さそう sasou
        さまよう samayou
        すう suu sū
        すくう sukuu
        せおう seou
        そう sō sou
        そのうえ sonoue
        それでは soredewa
        ただよう tadayou
        つくろう tsukurou
        つどう tsudou
        では dewa
        とう tō tou
        ととのう totonou
        とは towa
        におう niou
        には niwa
        ぬう nuu
        のろう norou
        は ha wa
        はは haha
        ばあい baai
        ひろう hirou hirō
        ふるう furuu
        へ he e
        ほのお honoo
        まとう matou
        まよう mayou
        みずうみ mizuumi
        やしなう yashinau
        やとう yatou yatō
        ゆう yū yuu
        よう yō you
        よそおう yosoou
        を o
        """

    private static let spellingText = """
        chijimu ちぢむ
        chijimeru ちぢめる
        chikazuku ちかづく
        dewa では
        e え へ
        hanaji はなぢ
        honoo ほのお
        hōzuki ほおずき
        ikidōru いきどおる
        kanazuchi かなづち
        katazuku かたづく
        katazukeru かたづける
        kizuku きずく きづく
        kokorozukai こころづかい
        konbanwa こんばんは
        konnichiwa こんにちは
        kozutsumi こづつみ
        kōri こおり こうり
        kōrogi こおろぎ
        kōru こおる
        mikazuki みかづき
        mizuumi みずうみ
        moyōsu もよおす
        o お を
        ōame おおあめ
        ōi おおい
        ōkami おおかみ
        ōkii おおきい
        ōkina おおきな
        ōkisa おおきさ
        ōku おおく
        ōmune おおむね
        ōsaka おおさか
        ōse おおせ
        ōu おおう
        ōyake おおやけ
        ōyoso おおよそ
        ōzei おおぜい
        soredewa それでは
        tezukuri てづくり
        todokōru とどこおる
        tō とう とお
        tōi とおい
        tōku とおく
        tōri とおり
        tōru とおる
        tsuzukeru つづける
        tsuzuki つづき
        tsuzuku つづく
        tsuzumi つづみ
        wa わ は
        """
}
