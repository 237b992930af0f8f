import Languages
import LibraryValues

/// Asks on the first visit which language the learner speaks and which one they learn.
struct WelcomePanel: HTML {
    let welcome: Welcome

    func write(to page: inout HTMLWriter) {
        let languages = welcome.languages.sortedByName(\.self)
        section(.class("panel welcome"), .aria("aria-labelledby", "welcome")) {
            h2(.id("welcome")) { "Welcome to Omena" }
            if let flaw = welcome.flaw { AlertNote(flaw.words) }
            form(.method("post"), .action(.welcome)) {
                div(.class("two-languages")) {
                    choice("speaks", "I speak", welcome.speaks, languages)
                    Icon.arrow.small
                    choice("learns", "I’m learning", welcome.learns, languages)
                }
                div(.class("welcome-actions")) {
                    button(.class("btn"), .type("submit")) { "Learn the first words" }
                    submitButton("skip", class: "btn btn-quiet") { "Not now" }
                }
            }
            p(.class("muted small")) {
                "Seven words, about a minute. You can change the languages any time in the deck’s options."
            }
        }.write(to: &page)
    }

    private func choice(
        _ name: StaticString,
        _ title: Phrase,
        _ chosen: LanguageTag,
        _ languages: [LanguageTag]
    ) -> some HTML {
        Field(name.description, title) {
            select(.class("input"), .id(name), .fixed("name", name)) {
                Each(languages) { language in
                    selectOption(language.text, isSelected: language == chosen) {
                        // A learner who cannot read the page's language recognises their own.
                        language.nativeName.map { "\(language.name) · \($0)" } ?? language.name
                    }
                }
            }
        }
    }
}
