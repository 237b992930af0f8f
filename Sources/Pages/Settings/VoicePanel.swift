import Languages

/// The browser's voice for each language; the page's script fills in the browser's voices, and shows it if there are any.
struct VoicePanel: HTML {
    let languages: [LanguageTag]

    func write(to page: inout HTMLWriter) {
        section(.class("group"), .id("voices"), .aria("aria-labelledby", "voices-name"), .hidden) {
            h2(.id("voices-name")) { "Voices" }
            ul(.class("rows")) {
                Each(languages) { language in
                    li(
                        .class("set-row"),
                        .text("data-language", language.text),
                        .text("data-sample", language.ownName ?? language.text),
                        .hidden
                    ) {
                        label(.class("what"), .text("for", "voice-\(language)")) {
                            language.localizedName
                        }
                        span(.class("voice-actions")) {
                            select(.class("input"), .text("id", "voice-\(language)")) {
                                option(.text("value", "")) { "Best one" }
                            }
                            button(.class("icon-btn"), .type("button"), .ariaLabel("Try it")) {
                                Icon.speaker.large
                            }
                        }
                    }
                }
            }
            p(.class("hint")) {
                "Saved only in this browser, because every browser has its own voices."
            }
        }.write(to: &page)
    }
}
