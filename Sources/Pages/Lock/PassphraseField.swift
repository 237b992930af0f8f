import Languages

/// A field for a passphrase, with what is wrong with it below.
struct PassphraseField: HTML {
    /// Whether a browser may offer one that it keeps, or a new one.
    enum Kind {
        case current, new
    }

    let name: StaticString
    let title: Phrase
    var hint: Phrase?
    var flaw: Phrase?
    var kind = Kind.new
    var takesFocus = false

    func write(to page: inout HTMLWriter) {
        div(.class("field")) {
            label(.fixed("for", name)) { title }
            input(
                .class("input"),
                .id(name),
                .fixed("name", name),
                .type("password"),
                .fixed("autocomplete", kind == .new ? "new-password" : "current-password"),
                .fixed("maxlength", "1024"),
                .fixed("dir", "auto"),
                .present("required"),
                .present("autofocus", if: takesFocus),
                .text("aria-invalid", flaw == nil ? nil : "true"),
                .text("aria-describedby", described)
            )
            if let hint { p(.class("hint muted small"), .text("id", "\(name)-hint")) { hint } }
            FieldFlaw(id: "\(name)-flaw", words: flaw)
        }.write(to: &page)
    }

    private var described: String? {
        let parts = [hint == nil ? nil : "\(name)-hint", flaw == nil ? nil : "\(name)-flaw"]
        let ids = parts.compactMap { $0 }.joined(separator: " ")
        return ids.isEmpty ? nil : ids
    }
}

/// Why a new passphrase was not taken, beside its field.
package struct PassphraseFlaws: Error, Hashable, Sendable {
    var passphrase: Phrase?
    var again: Phrase?

    /// Nothing is wrong with it.
    package init() {}

    /// It is too short.
    package static let short: PassphraseFlaws = {
        var flaws = PassphraseFlaws()
        flaws.passphrase =
            "At least eight characters, please; a few words are easy to keep in mind."
        return flaws
    }()

    /// It is longer than any is.
    package static let long: PassphraseFlaws = {
        var flaws = PassphraseFlaws()
        flaws.passphrase = "That is too long."
        return flaws
    }()

    /// The two fields differ.
    package static let unequal: PassphraseFlaws = {
        var flaws = PassphraseFlaws()
        flaws.again = "These are not the same; type both once more."
        return flaws
    }()
}
