import Languages

/// The language that Omena speaks: each is called as its speakers call it, so that anybody finds the way home.
struct LanguageRow: HTML {
    let chosen: InterfaceLanguage?

    func write(to page: inout HTMLWriter) {
        SettingRow(field: .language) {
            SettingWords(title: "Interface language", id: "language")
            select(
                .class("input"),
                .fixed("name", "language"),
                .aria("aria-labelledby", "language")
            ) {
                option(.fixed("value", ""), .present("selected", if: chosen == nil)) {
                    "As the browser"
                }
                Each(offered) { language in
                    option(
                        .text("value", language.rawValue),
                        .lang(language),
                        .present("selected", if: language == chosen)
                    ) { language.ownName }
                }
            }
        }.write(to: &page)
    }

    /// Whoever chose one that is only there to look at sees that it is chosen.
    private var offered: [InterfaceLanguage] {
        InterfaceLanguage.spoken + (chosen.map { $0.isPseudo ? [$0] : [] } ?? [])
    }
}
