import Languages
import Testing

struct CyrillicTests {
    /// The examples of the national table.
    @Test func romanizesUkrainianByTheNationalTable() throws {
        let table = WordTable(
            """
            Алушта Alushta Андрій Andrii Борщагівка Borshchahivka Борисенко Borysenko Вінниця Vinnytsia
            Володимир Volodymyr Гадяч Hadiach Богдан Bohdan Згурський Zghurskyi Ґалаґан Galagan Ґорґани Gorgany
            Донецьк Donetsk Дмитро Dmytro Рівне Rivne Олег Oleh Есмань Esman Єнакієве Yenakiieve
            Гаєвич Haievych Короп'є Koropie Житомир Zhytomyr Жанна Zhanna Жежелів Zhezheliv
            Закарпаття Zakarpattia Казимирчук Kazymyrchuk Медвин Medvyn Михайленко Mykhailenko
            Іванків Ivankiv Іващенко Ivashchenko Їжакевич Yizhakevych Кадиївка Kadyivka Мар'їне Marine
            Йосипівка Yosypivka Стрий Stryi Олексій Oleksii Київ Kyiv Коваленко Kovalenko Лебедин Lebedyn
            Леонід Leonid Миколаїв Mykolaiv Маринич Marynych Ніжин Nizhyn Наталія Nataliia Одеса Odesa
            Онищенко Onyshchenko Полтава Poltava Петро Petro Решетилівка Reshetylivka
            Рибчинський Rybchynskyi Суми Sumy Соломія Solomiia Тернопіль Ternopil Троць Trots
            Ужгород Uzhhorod Уляна Uliana Фастів Fastiv Філіпчук Filipchuk Харків Kharkiv
            Христина Khrystyna Біла_Церква Bila_Tserkva Стеценко Stetsenko Чернівці Chernivtsi
            Шевченко Shevchenko Шостка Shostka Кишеньки Kyshenky Щербухи Shcherbukhy Гоща Hoshcha
            Гаращенко Harashchenko Юрій Yurii Корюківка Koriukivka Яготин Yahotyn Ярошенко Yaroshenko
            Костянтин Kostiantyn Знам’янка Znamianka Феодосія Feodosiia Згорани Zghorany Розгон Rozghon
            """
        )

        try table.check("uk", to: "uk-Latn")
    }

    @Test func preservesCase() throws {
        let ukrainian = try Transliterator.between("uk", "uk-Latn")

        #expect(ukrainian("ЩО")?.text == "SHCHO")
        #expect(ukrainian("Що")?.text == "Shcho")
        #expect(ukrainian("Я і Ти, 2 рази!")?.text == "Ya i Ty, 2 razy!")
        #expect(ukrainian("Їжак")?.text == "Yizhak")
    }

    @Test func refusesLettersOfOtherLanguages() throws {
        let ukrainian = try Transliterator.between("uk", "uk-Latn")

        #expect(ukrainian("объект") == nil)
        #expect(ukrainian("Αθήνα") == nil)
        #expect(ukrainian("café 7")?.text == "café 7")
    }

    @Test func romanizesRussianByBGN() throws {
        let table = WordTable(
            """
            Москва Moskva Санкт-Петербург Sankt-Peterburg Ельцин Yelʼtsin Горбачёв Gorbachëv ёлка yëlka
            подъезд podˮyezd объявление obˮyavleniye семья semʼya счастье schastʼye яблоко yabloko
            хлеб khleb щи shchi борщ borshch чай chay цирк tsirk жизнь zhiznʼ шапка shapka эхо ekho
            юг yug Юрий Yuriy Екатеринбург Yekaterinburg Чайковский Chaykovskiy Достоевский Dostoyevskiy
            Толстой Tolstoy Пушкин Pushkin Хрущёв Khrushchëv вода voda книга kniga мать matʼ день denʼ
            ночь nochʼ язык yazyk мышь myshʼ учитель uchitelʼ здравствуйте zdravstvuyte спасибо spasibo
            пожалуйста pozhaluysta сегодня segodnya завтра zavtra вчера vchera еда yeda ехать yekhatʼ
            Россия Rossiya Украина Ukraina город gorod
            """
        )

        try table.check("ru", to: "ru-Latn")
    }

}
