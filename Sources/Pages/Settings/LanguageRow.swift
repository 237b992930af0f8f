import Languages

/// The interface language; each is listed by its own name, so that everybody recognises theirs.
struct LanguageRow: HTML {
    let chosen: InterfaceLanguage?

    func write(to page: inout HTMLWriter) {
        SettingRow(field: .language) {
            SettingLabel(title: "Interface language", id: "language")
            select(
                .class("input"),
                .fixed("name", "language"),
                .aria("aria-labelledby", "language")
            ) {
                selectOption("", isSelected: chosen == nil) { "Same as the browser" }
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

    /// A pseudo-language for testing is listed only while it is chosen.
    private var offered: [InterfaceLanguage] {
        InterfaceLanguage.spoken + (chosen.map { $0.isPseudo ? [$0] : [] } ?? [])
    }
}
