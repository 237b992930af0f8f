package import Languages
import Notes

/// The form in which a browser on another device enters the code that `omena pair` shows; works without scripts.
package struct PairPage: Page {
    private let code: String?
    private let problem: Phrase?

    /// - Parameters:
    ///   - code: Fills the field: the code of a QR code's address, or the one entered before.
    ///   - problem: Why the code entered before was rejected.
    package init(code: String? = nil, problem: Phrase? = nil) {
        self.code = code
        self.problem = problem
    }

    package func render() -> [UInt8] {
        Document(
            title: "Pair this browser",
            assets: PageAssets(style: "css/plain.css", icons: [.alert]),
            settings: StudySettings()
        ) {
            main(.class("plain"), .id("main")) {
                Logo("plain-art")
                h1 { "Pair this browser" }
                p(.class("muted")) {
                    "Run “omena pair” on the computer where Omena runs, then enter the code it shows here. You only do this once."
                }
                form(.method("post"), .action(.pair())) {
                    Field("code", "Code") {
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
                            .isInvalid(problem),
                            .describedBy(problem, id: "problem")
                        )
                        FieldError(id: "problem", words: problem)
                    }
                    button(.class("btn btn-primary btn-big btn-wide"), .type("submit")) { "Pair" }
                }
            }
        }.render()
    }
}
