import Languages

/// Chooses the script in which each language of a deck is shown, and whether the answer shows the others too.
struct ScriptPicker: HTML {
    let form: LanguageForm

    func write(to page: inout HTMLWriter) {
        guard !form.options.scripts.isEmpty else { return }
        section(.class("scripts-set"), .aria("aria-labelledby", "scripts-name")) {
            h2(.id("scripts-name")) { "Scripts" }
            ul(.class("rows")) {
                Each(form.options.scripts) { language, scripts in row(language, scripts) }
                others
            }
        }.write(to: &page)
    }

    private func row(_ language: LanguageTag, _ scripts: [LanguageTag]) -> some HTML {
        li(.class("set-row")) {
            div(.class("what"), .ariaHidden) {
                b(.lang(language), .dirAuto) { language.nativeName ?? language.name }
                if language.nativeName != nil { small { language.name } }
            }
            fieldset(.class("segment-set")) {
                legend(.class("vh")) { "Script for \(language.name)" }
                div(.class("segment")) {
                    Each(scripts) { script in
                        label {
                            radioButton(
                                "script-\(language)",
                                script.text,
                                isChecked: form.scripts[language.language]?
                                    .isEquivalent(to: script) == true
                            )
                            span(.lang(script), .dirAuto) { ownName(of: script) }
                            if let name = script.scriptName, name.english != name.own {
                                span(.class("vh")) { " (\(name.localizedScript))" }
                            }
                        }
                    }
                }
            }
        }
    }

    /// The script's name in itself; in the interface language where that is unknown.
    private func ownName(of script: LanguageTag) -> String {
        guard let name = script.scriptName else { return script.script ?? script.text }
        return name.own == name.english ? name.localizedScript.description : name.own
    }

    private var others: some HTML {
        li(.class("set-row")) {
            div(.class("what")) {
                b { "Show the other scripts" }
                small {
                    "Shown small with the answer. Automatic transliterations have a dotted underline."
                }
            }
            fieldset(.class("segment-set")) {
                legend(.class("vh")) { "Show the other scripts" }
                div(.class("segment")) {
                    Each(choices) { value, word, isChosen in
                        label {
                            radioButton("other-scripts", value, isChecked: isChosen)
                            span { word }
                        }
                    }
                }
            }
        }
    }

    private var choices: [(String, Phrase, Bool)] {
        let isOn = form.showsOtherScripts
        let inherited: [(String, Phrase, Bool)] =
            form.inherited == nil ? [] : [("", "Inherited", isOn == nil)]
        return inherited + [
            ("on", "On", isOn == true),
            ("off", "Off", isOn == false || inherited.isEmpty && isOn == nil),
        ]
    }
}
