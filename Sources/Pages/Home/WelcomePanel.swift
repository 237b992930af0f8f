import Languages
import LibraryValues

/// Asks on the first visit which language the learner speaks and which one they learn.
struct WelcomePanel: HTML {
    let welcome: Welcome

    func write(to page: inout HTMLWriter) {
        let options = welcome.languages.sortedByName(\.self).map { ($0, label(of: $0)) }
        section(.class("panel welcome"), .aria("aria-labelledby", "welcome")) {
            h2(.id("welcome")) { "Welcome to Omena" }
            if let flaw = welcome.flaw { AlertNote(flaw.words) }
            form(.method("post"), .action(.welcome)) {
                div(.class("two-languages")) {
                    choice("speaks", "I speak", welcome.speaks, options)
                    Icon.arrow.small
                    choice("learns", "I’m learning", welcome.learns, options)
                }
                div(.class("welcome-actions")) {
                    button(.class("btn btn-primary"), .type("submit")) { "Learn the first words" }
                    submitButton("skip", class: "btn btn-quiet") { "Not now" }
                }
            }
            p(.class("muted small")) {
                "Seven words, about a minute. You can change the languages at any time in the deck’s options."
            }
        }.write(to: &page)
    }

    private func choice(
        _ name: StaticString,
        _ title: Phrase,
        _ chosen: LanguageTag,
        _ options: [(LanguageTag, label: String)]
    ) -> some HTML {
        Field(name.description, title) {
            select(.class("input"), .id(name), .fixed("name", name)) {
                Each(options) { language, label in
                    selectOption(language.text, isSelected: language == chosen) { label }
                }
            }
        }
    }

    /// The language's name, and its name in itself, so that a learner who cannot read the page's language recognises their own.
    private func label(of language: LanguageTag) -> String {
        let name = language.name
        return language.nativeName.map { "\(name) · \($0)" } ?? name
    }
}
