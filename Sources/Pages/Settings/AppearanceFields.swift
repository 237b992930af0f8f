import Languages
import Notes

/// How pages look, move and sound, and whether single keys are shortcuts.
struct AppearanceFields: HTML {
    let settings: StudySettings

    func write(to page: inout HTMLWriter) {
        SettingGroup(id: "comfort", title: "Accessibility") { rows }.write(to: &page)
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
            hint: "Use ✗ and ✓ instead of red and green",
            isOn: settings.differentiate
        )
        ChoiceRow(
            field: .motion,
            title: "Motion",
            hint: "Less: cards fade instead of moving",
            choices: [("system", "Auto"), ("reduced", "Less")],
            chosen: settings.motion.rawValue
        )
        ChoiceRow(
            field: .transparency,
            title: "Transparency",
            choices: [("system", "Auto"), ("reduced", "Solid")],
            chosen: settings.transparency.rawValue
        )
        SwitchRow(
            field: .shortcuts,
            title: "Single-key shortcuts",
            hint: "1–4, U, E, R and ? while studying",
            isOn: settings.shortcuts
        )
        SwitchRow(
            field: .rubyJapanese,
            title: "Furigana",
            hint: "Kana above kanji, where known",
            isOn: settings.ruby.contains("ja")
        )
        SwitchRow(
            field: .rubyChinese,
            title: "Pinyin above Chinese",
            hint: "Pinyin above each character",
            isOn: settings.ruby.contains("zh")
        )
        SwitchRow(field: .sounds, title: "Sounds", isOn: settings.sounds)
        SwitchRow(
            field: .plays,
            title: "Play recordings automatically",
            hint: "When a side with a recording is shown",
            isOn: settings.plays
        )
    }
}
