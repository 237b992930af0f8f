internal import Languages
package import LibraryValues
package import Notes

/// Finds and replaces a text in several notes, after a preview.
package struct ReplacePage: Page {
    private let substitution: Substitution
    private let preview: SubstitutionPreview
    private let selection: NoteSelection
    private let back: ReturnPath?
    private let settings: StudySettings

    /// - Parameter selection: The notes in which to replace.
    package init(
        substitution: Substitution,
        preview: SubstitutionPreview,
        selection: NoteSelection,
        back: ReturnPath?,
        settings: StudySettings
    ) {
        self.substitution = substitution
        self.preview = preview
        self.selection = selection
        self.back = back
        self.settings = settings
    }

    package func render() -> [UInt8] {
        Document(
            title: "Find and replace",
            assets: .form(script: "js/replace.js", [.close]),
            settings: settings
        ) {
            main(.class("sheet-page"), .id("main")) {
                SheetForm(
                    title: "Find and replace",
                    action: .cards(.replace(back: back)),
                    exit: back ?? ReturnPath(.cards(.list())),
                    saveLabel: saveLabel
                ) {
                    p(.class("muted small")) {
                        "In \(preview.notes) cards. Nothing changes until you’ve seen a preview."
                    }
                    texts
                    options
                    hidden
                    examples
                }
            }
            StatusRegion()
        }.render()
    }

    private var saveLabel: Phrase {
        preview.changed == 0 ? "Preview" : "Replace in \(preview.changed) cards"
    }

    private var texts: some HTML {
        div(.class("two")) {
            field("find", "Find", substitution.find, isFirst: true)
            field("put", "Replace with", substitution.replacement, isFirst: false)
        }
    }

    private func field(
        _ name: String,
        _ title: Phrase,
        _ value: String,
        isFirst: Bool
    ) -> some HTML {
        Field(name, title) {
            fieldInput(
                name,
                .text("value", value),
                .number("maxlength", Substitution.longest),
                .present("autofocus", if: isFirst),
                .fixed("autocapitalize", "off"),
                .fixed("spellcheck", "false"),
                .dirAuto
            )
        }
    }

    @HTMLBuilder private var options: some HTML {
        Field("scope", "Where") {
            select(.class("input"), .id("scope"), .fixed("name", "scope")) {
                option(.all, "All fields")
                Each(preview.fields) { option(.named($0.name), $0.localizedName) }
                Each(preview.languages) { option(.language($0), $0.localizedName) }
            }
        }
        div(.class("ticks")) {
            tick("case", "Match case", substitution.matchesCase)
            tick("words", "Whole words only", substitution.matchesWords)
            tick("expression", "Regular expression", substitution.isExpression)
        }
    }

    private func option(_ scope: Substitution.Scope, _ name: Phrase) -> some HTML {
        selectOption(scope.text, isSelected: scope == substitution.scope) { name }
    }

    private func tick(_ name: StaticString, _ words: Phrase, _ isOn: Bool) -> some HTML {
        label(.class("tick")) {
            input(.type("checkbox"), .fixed("name", name), .present("checked", if: isOn))
            span { words }
        }
    }

    @HTMLBuilder private var hidden: some HTML {
        switch selection {
        case .notes(let notes):
            HiddenField("notes", notes.map(\.description).joined(separator: ","))
        case .found(let query, let exceptions, _):
            HiddenField("all", "on")
            HiddenField("query", query)
            HiddenField("count", "\(preview.notes)")
            HiddenField("except", exceptions.sorted().map(\.description).joined(separator: ","))
        }
    }

    private var examples: some HTML {
        section(.id("preview"), .ariaLabel("Preview")) {
            // Sent along so that nothing but the previewed replacement can be done.
            HiddenField("seen", preview.changed == 0 ? "" : substitution.text)
            p(.id("found-words"), .role("status")) { words }
            if substitution.isExpression, preview.mistake == nil, substitution.find.isEmpty {
                p(.class("hint")) {
                    "For example, (\\w+)ing. In the replacement, $1 stands for what the brackets matched."
                }
            }
            if !preview.examples.isEmpty {
                ul(.class("rows changes")) { Each(preview.examples) { row($0) } }
            }
            if preview.examples.count == SubstitutionPreview.mostExamples {
                p(.class("muted small")) {
                    "These are the first ones. The rest change the same way."
                }
            }
        }
    }

    private var words: Phrase {
        guard !substitution.find.isEmpty else { return "Enter what to find." }
        if let mistake = preview.mistake { return mistake }
        let found: Phrase =
            preview.changed == 0
            ? "Nothing to change." : "\(preview.changed) cards would change."
        guard preview.refused > 0 else { return found }
        return """
            \(found) \(preview.refused) cards stay unchanged, because they would lose their \
            question or answer.
            """
    }

    private func row(_ example: SubstitutionPreview.Example) -> some HTML {
        li {
            small(.class("muted")) { example.field }
            p(.lang(example.language), .dirAuto) {
                Each(Array(example.pieces.enumerated())) { index, piece in
                    switch piece {
                    case .kept(let text):
                        shortened(
                            text,
                            isFirst: index == 0,
                            isLast: index == example.pieces.count - 1
                        )
                    case .found(let text, let replacement):
                        if !text.isEmpty { del { text } }
                        if !replacement.isEmpty { ins { replacement } }
                    }
                }
            }
        }
    }

    /// Unchanged text only gives the context, so that its ends suffice.
    private func shortened(_ text: String, isFirst: Bool, isLast: Bool) -> String {
        let most = 40
        guard text.count > 2 * most else { return text }
        if isFirst { return "…\(text.suffix(most))" }
        if isLast { return "\(text.prefix(most))…" }
        return "\(text.prefix(most)) … \(text.suffix(most))"
    }
}

extension Substitution {
    /// All of its values in one line.
    package var text: String {
        [
            find, replacement, scope.text, matchesCase ? "case" : "", matchesWords ? "words" : "",
            isExpression ? "expression" : "",
        ].joined(separator: "␟")
    }
}
