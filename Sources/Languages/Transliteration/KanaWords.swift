/// Words that the rules of kana get wrong or cannot tell apart: where two vowels belong to two parts of the word, and
/// where は is said wa.
enum KanaWords {
    static let readings: [String: [String]] = {
        var readings: [String: [String]] = [:]
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            readings[words[0]] = Array(words.dropFirst())
        }
        return readings
    }()

    /// Hepburn words whose kana no rule finds: a long o that is written おお (the list of the official kana spelling), ぢ
    /// and づ, greetings.
    static let spellings: [String: [String]] = {
        var spellings: [String: [String]] = [:]
        for line in spellingText.split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            spellings[words[0]] = Array(words.dropFirst())
        }
        return spellings
    }()

    private static let text = """
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
