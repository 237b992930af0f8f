import Languages
import Notes

/// How pages look, move and sound, and whether single keys are shortcuts.
struct AppearanceFields: HTML {
    let settings: StudySettings

    func write(to page: inout HTMLWriter) {
        SettingGroup(id: "comfort", title: "Comfort") { rows }.write(to: &page)
    }

    @HTMLBuilder private var rows: some HTML {
        LanguageRow(chosen: settings.language)
        ChoiceRow(
            field: .theme,
            title: "Appearance",
            choices: [("system", "Auto"), ("light", "Light"), ("dark", "Dark")],
            chosen: settings.theme.rawValue
        )
        SwitchRow(
            field: .differentiate,
            title: "Differentiate without colour",
            hint: "A cross and a tick instead of tints",
            isOn: settings.differentiate
        )
        ChoiceRow(
            field: .motion,
            title: "Motion",
            hint: "Less: cards fade instead of flying",
            choices: [("system", "Auto"), ("reduced", "Less")],
            chosen: settings.motion.rawValue
        )
        ChoiceRow(
            field: .transparency,
            title: "See-through parts",
            choices: [("system", "Auto"), ("reduced", "Solid")],
            chosen: settings.transparency.rawValue
        )
        SwitchRow(
            field: .shortcuts,
            title: "Single-key shortcuts",
            hint: "1 to 4, U, E, R and ? while you study",
            isOn: settings.shortcuts
        )
        SwitchRow(
            field: .rubyJapanese,
            title: "Furigana",
            hint: "Kana over kanji, where the card or a rule knows them",
            isOn: settings.ruby.contains("ja")
        )
        SwitchRow(
            field: .rubyChinese,
            title: "Pinyin over Chinese",
            hint: "A syllable over each character",
            isOn: settings.ruby.contains("zh")
        )
        SwitchRow(field: .sounds, title: "Sounds", isOn: settings.sounds)
        SwitchRow(
            field: .plays,
            title: "Play recordings by themselves",
            hint: "When a card shows a side that has one",
            isOn: settings.plays
        )
    }
}
