package import Languages

/// A field for a passphrase, with why it was rejected below.
struct PassphraseField: HTML {
    /// Whether a browser offers its stored passphrase or suggests a new one.
    enum Kind {
        case current, new
    }

    let name: String
    let title: Phrase
    var hint: Phrase?
    var flaw: Phrase?
    var kind = Kind.new
    var takesFocus = false

    func write(to page: inout HTMLWriter) {
        Field(name, title) {
            fieldInput(
                name,
                type: "password",
                .fixed("autocomplete", kind == .new ? "new-password" : "current-password"),
                .fixed("maxlength", "1024"),
                .fixed("dir", "auto"),
                .present("required"),
                .present("autofocus", if: takesFocus || flaw != nil),
                .isInvalid(flaw),
                .text("aria-describedby", described)
            )
            if let hint { p(.class("hint muted small"), .text("id", "\(name)-hint")) { hint } }
            FieldError(id: "\(name)-flaw", words: flaw)
        }.write(to: &page)
    }

    private var described: String? {
        let parts = [hint == nil ? nil : "\(name)-hint", flaw == nil ? nil : "\(name)-flaw"]
        let ids = parts.compactMap { $0 }.joined(separator: " ")
        return ids.isEmpty ? nil : ids
    }
}

/// Why a new passphrase was rejected, by field.
package struct PassphraseFlaws: Error, Hashable, Sendable {
    var passphrase: Phrase?
    var again: Phrase?

    package static let none = PassphraseFlaws()

    /// In one line, for a script.
    package var words: Phrase? { passphrase ?? again }

    package static let short = PassphraseFlaws(
        passphrase: "Use at least eight characters; a few words are easy to remember."
    )
    package static let common = PassphraseFlaws(
        passphrase:
            "This is one of the first guesses anyone would try. A few words of your own are better."
    )
    package static let simple = PassphraseFlaws(
        passphrase:
            "This is easy to guess: it’s a pattern or only digits. A few words of your own are better."
    )
    package static let long = PassphraseFlaws(passphrase: "That is too long.")
    package static let unequal = PassphraseFlaws(
        again: "The two don’t match. Enter both again."
    )
}
