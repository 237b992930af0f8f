import Languages
import Testing

struct KoreanTests {
    /// The examples of the proclamation of 2000, and everyday verbs and nouns.
    @Test func romanizesKorean() throws {
        let table = WordTable(
            """
            구미 gumi 영동 yeongdong 백암 baegam 옥천 okcheon 합덕 hapdeok 호법 hobeop 월곶 wolgot 벚꽃 beotkkot
            한밭 hanbat 구리 guri 설악 seorak 칠곡 chilgok 임실 imsil 울릉 ulleung 대관령 daegwallyeong
            백마 baengma 신문로 sinmunno 종로 jongno 왕십리 wangsimni 별내 byeollae 신라 silla 학여울 hangnyeoul
            알약 allyak 해돋이 haedoji 같이 gachi 굳히다 guchida 좋고 joko 놓다 nota 잡혀 japyeo 낳지 nachi
            묵호 mukho 집현전 jiphyeonjeon 압구정 apgujeong 낙동강 nakdonggang 죽변 jukbyeon 낙성대 nakseongdae
            합정 hapjeong 팔당 paldang 샛별 saetbyeol 울산 ulsan 중앙 jungang 속리산 songnisan
            경복궁 gyeongbokgung 무량수전 muryangsujeon 연화교 yeonhwagyo 극락전 geungnakjeon 안압지 anapji
            불국사 bulguksa 독립문 dongnimmun 오죽헌 ojukheon 촉석루 chokseongnu 종묘 jongmyo 다보탑 dabotap
            안녕하세요 annyeonghaseyo 감사합니다 gamsahamnida 한국어 hangugeo 사과 sagwa 읽다 ikda 읽어 ilgeo
            없다 eopda 없어 eopseo 앉다 anda 앉아 anja 많다 manta 싫다 silta 닭 dak 값 gap 값이 gapsi 여덟 yeodeol
            꽃잎 kkonnip 맛있다 masitda 맛없다 madeopda 전화 jeonhwa 결혼 gyeolhon 의사 uisa 괜찮아 gwaenchana
            좋습니다 joseumnida 앓는 alleun 못하다 motada 겉옷 geodot 음료 eumnyo
            """
        )

        try table.check("ko", to: "ko-Latn")
    }

    @Test func listsDifferencesOfNounsAndVerbs() throws {
        let korean = try Transliterator.between("ko", "ko-Latn")

        #expect(korean("급히")?.ambiguities == [.init(text: "급히", readings: ["geupi", "geuphi"])])
        #expect(korean("종로")?.isUnambiguous == true)
        #expect(korean("물 ㅋㅋ") == nil)
        #expect(korean("漢字") == nil)
    }
}
