import Languages

/// A field for a link or the secret part of one, which a script fills in.
struct SecretField: HTML {
    /// Its name and id.
    let name: String
    let title: Phrase
    let value: String
    /// Why the secret was not accepted.
    let problem: Phrase?

    func write(to page: inout HTMLWriter) {
        Field(name, title) {
            fieldInput(
                name,
                .fixed("autocomplete", "off"),
                .fixed("autocapitalize", "none"),
                .fixed("spellcheck", "false"),
                .fixed("maxlength", "400"),
                .fixed("dir", "ltr"),
                .present("required"),
                .text("value", value),
                .isInvalid(problem),
                .describedBy(problem, id: "problem")
            )
            FieldError(id: "problem", words: problem)
        }.write(to: &page)
    }
}
