import Languages
import Testing

struct IndicTests {
    @Test func romanizesGurmukhi() throws {
        let table = WordTable(
            """
            ਪੰਜਾਬੀ pañjābī ਗੁਰਮੁਖੀ gurmukhī ਸਿੱਖ sikkh ਪੰਜਾਬ pañjāb ਰੰਗ raṅg ਅੰਬ amb ਕੰਮ kamm ਅੰਨ ann
            ਅੱਖ akkh ਮੱਛੀ macchī ਬੱਚਾ baccā ਹਾਂ hāṁ ਮੈਂ maiṁ ਸਿੰਘ siṅgh ਹੰਸ haṁs ਬਾਂਦਰ bāndar ਸਤਲੁਜ satluj
            ਘਰ ghar ਪਾਣੀ pāṇī ਕਿਤਾਬ kitāb ਦੁੱਧ duddh ਰੋਟੀ roṭī ਕੁੱਤਾ kuttā ਬਿੱਲੀ billī ਹੱਥ hatth ਪੈਰ pair
            ਸਕੂਲ sakūl ਸੜਕ saṛak ਲੜਕਾ laṛkā ਲੜਕੀ laṛkī ਕੁੜੀ kuṛī ਮੁੰਡਾ muṇḍā ਮਾਂ māṁ ਭਰਾ bharā ਭੈਣ bhaiṇ
            ਚੰਗਾ caṅgā ਸੇਬ seb ਫਲ phal ਦਿਨ din ਰਾਤ rāt ਸੂਰਜ sūraj ਚੰਦ cand ਤਾਰਾ tārā ਖਾਣਾ khāṇā ਪੀਣਾ pīṇā
            ਜਾਣਾ jāṇā ਆਉਣਾ āuṇā ਕਰਨਾ karnā ਪੜ੍ਹਨਾ paṛhnā ਲਿਖਣਾ likhṇā ਸ਼ਹਿਰ śahir ਪਿੰਡ piṇḍ ਜ਼ਮੀਨ zamīn
            ਖ਼ਬਰ k͟habar ਫ਼ਿਲਮ filam ਇੱਕ ikk ਤਿੰਨ tinn ਪੰਜ pañj ਸੱਤ satt ਅੱਠ aṭṭh ਨੌਂ nauṁ ਦਰਵਾਜ਼ਾ darvāzā
            ਸਰਕਾਰ sarkār ਅਖ਼ਬਾਰ ak͟hbār ਜਨਵਰੀ janvarī ਪੁੱਛਣਾ pucchṇā ਰੱਖਣਾ rakkhṇā ਪੱਥਰਾਂ pattharāṁ
            ਹਸਪਤਾਲ haspatāl
            """
        )

        try table.check("pa", to: "pa-Latn")
    }

    @Test func romanizesHindi() throws {
        let table = WordTable(
            """
            हिन्दी hindī हिंदी hindī नमस्ते namaste भारत bhārat कमरा kamrā लड़का laṛkā लड़की laṛkī सड़क saṛak
            घर ghar पानी pānī किताब kitāb दोस्त dost मित्र mitra चाय cāy दूध dūdh रोटी roṭī हाँ hām̐ मैं maiṁ
            हैं haiṁ नहीं nahīṁ मंगल maṅgal अंडा aṇḍā पंखा paṅkhā चंपा campā समझना samajhnā बदलना badalnā
            करना karnā बचपन bacpan कमल kamal मतलब matlab जानवर jānvar अदरक adrak चमकना camaknā
            पुस्तकालय pustakālay ज्ञान jñān क्षमा kṣamā कृपया kr̥pyā ऋषि r̥ṣi फ़िल्म film ज़मीन zamīn ख़बर k͟habar
            क़लम qalam पढ़ना paṛhnā बड़ा baṛā विद्यालय vidyālay राष्ट्र rāṣṭra शब्द śabd गर्म garm संसार saṁsār
            सिंह siṁh अंग्रेज़ी aṅgrezī आँख ām̐kh ओर or औरत aurat ऐनक ainak उर्दू urdū जनवरी janvarī सेब seb
            कृष्ण kr̥ṣṇa उष्ण uṣṇa कर्ण karṇ शहर śahar बहन bahan कहना kahnā पहला pahlā
            """
        )

        try table.check("hi", to: "hi-Latn")
    }

    @Test func listsVowelsThatMayBeSilent() throws {
        let hindi = try Transliterator.between("hi", "hi-Latn")

        #expect(
            hindi("असफल")?.ambiguities == [.init(text: "असफल", readings: ["asphal", "asaphal"])]
        )
        #expect(
            hindi("उपहार")?.ambiguities == [.init(text: "उपहार", readings: ["upahār", "uphār"])]
        )
        #expect(
            hindi("सरहद")?.ambiguities == [.init(text: "सरहद", readings: ["sarahad", "sarhad"])]
        )
        let punjabi = try Transliterator.between("pa", "pa-Latn")
        #expect(punjabi("ਦੁਪਹਿਰ")?.text == "dupahir")
        #expect(punjabi("ਦੁਪਹਿਰ")?.isUnambiguous == false)
        #expect(hindi("घर")?.isUnambiguous == true)
        #expect(hindi("ি") == nil)
        #expect(hindi("ा") == nil)
    }

    @Test func hasNoRuleForShahmukhi() throws {
        #expect(try Transliterator(from: tag("pa-Arab"), to: tag("pa-Latn")) == nil)
        #expect(try Transliterator(from: tag("pa-Guru"), to: tag("pa-Arab")) == nil)
        #expect(try Transliterator(from: tag("ur"), to: tag("ur-Latn")) == nil)
        #expect(try Transliterator(from: tag("ja"), to: tag("zh-Latn")) == nil)
    }

    private func tag(_ text: String) throws -> LanguageTag { try #require(LanguageTag(text)) }
}
