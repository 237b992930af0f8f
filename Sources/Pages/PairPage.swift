package import Languages
import Notes

/// Where a browser on another device enters the code that `omena pair` shows; it works without a script.
package struct PairPage: Page {
    private let code: String?
    private let problem: Phrase?

    /// Shows the form.
    ///
    /// - Parameters:
    ///   - code: Stands in the field already: it came with a QR picture, or was entered before.
    ///   - problem: Why the code entered before was not taken, for the learner to read.
    package init(code: String? = nil, problem: Phrase? = nil) {
        self.code = code
        self.problem = problem
    }

    /// The form, with what was wrong beside its field.
    package func render() -> [UInt8] {
        Document(
            title: "Pair this browser",
            parts: Parts(style: "css/plain.css", icons: [.alert]),
            settings: StudySettings()
        ) {
            main(.class("plain"), .id("main")) {
                Logo("plain-art")
                h1 { "Pair this browser" }
                p(.class("muted")) {
                    "Type “omena pair” where Omena runs. It shows a code; enter it here, once."
                }
                form(.method("post"), .action(.pair())) {
                    div(.class("field")) {
                        label(.fixed("for", "code")) { "Code" }
                        input(
                            .class("input head"),
                            .id("code"),
                            .fixed("name", "code"),
                            .type("text"),
                            .fixed("autocomplete", "one-time-code"),
                            .fixed("autocapitalize", "characters"),
                            .fixed("spellcheck", "false"),
                            .fixed("maxlength", "64"),
                            .present("required"),
                            .present("autofocus"),
                            .text("value", code),
                            .text("aria-invalid", problem == nil ? nil : "true"),
                            .text("aria-describedby", problem == nil ? nil : "problem")
                        )
                        FieldFlaw(id: "problem", words: problem)
                    }
                    button(.class("btn btn-primary btn-big btn-wide"), .type("submit")) { "Pair" }
                }
            }
        }.render()
    }
}
