/// The Hepburn romanization of hiragana.
enum KanaTable {
    /// By hiragana, or pair of hiragana.
    static let latin: [String: String] = {
        var latin: [String: String] = [:]
        let words = text.split(whereSeparator: \.isWhitespace)
        for pair in stride(from: 0, to: words.count, by: 2) {
            latin[String(words[pair])] = String(words[pair + 1])
        }
        return latin
    }()

    /// The hiragana of each syllable; if two sound alike, the usual one.
    static let hiragana: [String: String] = {
        var hiragana: [String: String] = [:]
        for (kana, latin) in latin
        where !["ぢ", "づ", "を", "ゐ", "ゑ"].contains(kana) && !kana.hasPrefix("ぢ") {
            // Small kana do not occur alone, and the shorter of two spellings is the usual one.
            guard !"ぁぃぅぇぉゎ".contains(kana) else { continue }
            if let other = hiragana[latin], other.count <= kana.count { continue }
            hiragana[latin] = kana
        }
        return hiragana
    }()

    private static let text = """
        あ a い i う u え e お o
        か ka き ki く ku け ke こ ko が ga ぎ gi ぐ gu げ ge ご go
        さ sa し shi す su せ se そ so ざ za じ ji ず zu ぜ ze ぞ zo
        た ta ち chi つ tsu て te と to だ da ぢ ji づ zu で de ど do
        な na に ni ぬ nu ね ne の no
        は ha ひ hi ふ fu へ he ほ ho ば ba び bi ぶ bu べ be ぼ bo ぱ pa ぴ pi ぷ pu ぺ pe ぽ po
        ま ma み mi む mu め me も mo や ya ゆ yu よ yo
        ら ra り ri る ru れ re ろ ro わ wa ゐ i ゑ e を o ゔ vu
        ん n
        きゃ kya きゅ kyu きょ kyo ぎゃ gya ぎゅ gyu ぎょ gyo しゃ sha しゅ shu しょ sho じゃ ja じゅ ju じょ jo
        ちゃ cha ちゅ chu ちょ cho ぢゃ ja ぢゅ ju ぢょ jo にゃ nya にゅ nyu にょ nyo
        ひゃ hya ひゅ hyu ひょ hyo びゃ bya びゅ byu びょ byo ぴゃ pya ぴゅ pyu ぴょ pyo
        みゃ mya みゅ myu みょ myo りゃ rya りゅ ryu りょ ryo
        いぇ ye うぃ wi うぇ we うぉ wo しぇ she じぇ je ちぇ che
        つぁ tsa つぃ tsi つぇ tse つぉ tso てぃ ti でぃ di とぅ tu どぅ du てゅ tyu でゅ dyu
        ふぁ fa ふぃ fi ふぇ fe ふぉ fo ふゅ fyu ゔぁ va ゔぃ vi ゔぇ ve ゔぉ vo ゔゅ vyu
        くぁ kwa くぃ kwi くぇ kwe くぉ kwo ぐぁ gwa すぃ si ずぃ zi ひぇ hye きぇ kye にぇ nye
        """
}
