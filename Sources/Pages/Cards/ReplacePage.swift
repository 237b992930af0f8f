internal import Languages
package import Library
package import Notes

/// Puts one text in the place of another in several notes; shows first what that would do.
package struct ReplacePage: Page {
    private let substitution: Substitution
    private let preview: SubstitutionPreview
    private let selection: NoteSelection
    private let back: Back?
    private let settings: StudySettings

    /// - Parameters:
    ///   - substitution: What was asked for so far.
    ///   - preview: What it would do.
    ///   - selection: The notes that are meant.
    ///   - back: Where it leads when it is done or given up.
    ///   - settings: What the learner has settled about pages.
    package init(
        substitution: Substitution,
        preview: SubstitutionPreview,
        selection: NoteSelection,
        back: Back?,
        settings: StudySettings
    ) {
        self.substitution = substitution
        self.preview = preview
        self.selection = selection
        self.back = back
        self.settings = settings
    }

    /// The page in UTF-8.
    package func render() -> [UInt8] {
        Document(title: "Find and replace", parts: .replace, settings: settings) {
            main(.class("sheet-page"), .id("main")) {
                SheetForm(
                    title: "Find and replace",
                    action: .cards(.replace(back: back)),
                    leave: back ?? Back(.cards(.list())),
                    saves: saves,
                    isUnsaved: false
                ) {
                    p(.class("muted small")) {
                        "In \(preview.notes) cards. Nothing is changed before you have seen it."
                    }
                    texts
                    ways
                    hidden
                    examples
                } aside: {
                    CancelLink(leave: back ?? Back(.cards(.list())))
                }
            }
            Status()
        }.render()
    }

    private var saves: Phrase {
        preview.changed == 0
            ? "Preview" : "Replace in \(preview.changed) cards"
    }

    private var texts: some HTML {
        div(.class("two")) {
            field("find", "Find", substitution.find, isFirst: true)
            field("put", "Replace with", substitution.replacement, isFirst: false)
        }
    }

    private func field(
        _ name: StaticString,
        _ title: Phrase,
        _ value: String,
        isFirst: Bool
    ) -> some HTML {
        div(.class("field")) {
            label(.fixed("for", name)) { title }
            input(
                .class("input"),
                .id(name),
                .type("text"),
                .fixed("name", name),
                .text("value", value),
                .number("maxlength", Substitution.longest),
                .present("autofocus", if: isFirst),
                .fixed("autocapitalize", "off"),
                .fixed("spellcheck", "false"),
                .dirAuto
            )
        }
    }

    @HTMLBuilder private var ways: some HTML {
        div(.class("field")) {
            label(.fixed("for", "scope")) { "Where" }
            select(.class("input"), .id("scope"), .fixed("name", "scope")) {
                choice(.all, "All fields")
                Each(preview.fields) { choice(.named($0.name), $0.localizedName) }
                Each(preview.languages) { choice(.language($0), $0.localizedName) }
            }
        }
        div(.class("ticks")) {
            tick("case", "Match case", substitution.matchesCase)
            tick("words", "Whole words only", substitution.matchesWords)
            tick("expression", "Regular expression", substitution.isExpression)
        }
    }

    private func choice(_ scope: Substitution.Scope, _ words: Phrase) -> some HTML {
        option(
            .text("value", scope.text),
            .present("selected", if: scope == substitution.scope)
        ) { words }
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
            // What was seen is sent along, so that nothing else can be done than that.
            HiddenField("seen", preview.changed == 0 ? "" : substitution.text)
            p(.id("found-words"), .role("status")) { words }
            if substitution.isExpression, preview.mistake == nil, substitution.find.isEmpty {
                p(.class("hint")) {
                    "Such as (\\w+)ing: what a group in brackets found is $1 in the other text."
                }
            }
            if !preview.examples.isEmpty {
                ul(.class("rows changes")) { Each(preview.examples) { row($0) } }
            }
            if preview.examples.count == SubstitutionPreview.mostExamples {
                p(.class("muted small")) { "These are the first; the others change like them." }
            }
        }
    }

    private var words: Phrase {
        guard !substitution.find.isEmpty else { return "Write what to look for." }
        if let mistake = preview.mistake { return mistake }
        let found: Phrase =
            preview.changed == 0
            ? "Nothing would change." : "\(preview.changed) cards would change."
        guard preview.refused > 0 else { return found }
        return """
            \(found) \(preview.refused) cards stay as is, with nothing asked or answered otherwise.
            """
    }

    private func row(_ example: SubstitutionPreview.Example) -> some HTML {
        li {
            small(.class("muted")) { example.field }
            p(.lang(example.language), .dirAuto) {
                Each(Array(example.pieces.enumerated())) { place, piece in
                    switch piece {
                    case .kept(let text):
                        shortened(
                            text,
                            isFirst: place == 0,
                            isLast: place == example.pieces.count - 1
                        )
                    case .found(let text, let replacement):
                        if !text.isEmpty { del { text } }
                        if !replacement.isEmpty { ins { replacement } }
                    }
                }
            }
        }
    }

    /// What stays is only there to know the place by.
    private func shortened(_ text: String, isFirst: Bool, isLast: Bool) -> String {
        let most = 40
        guard text.count > 2 * most else { return text }
        if isFirst { return "…\(text.suffix(most))" }
        if isLast { return "\(text.prefix(most))…" }
        return "\(text.prefix(most)) … \(text.suffix(most))"
    }
}

extension Substitution {
    /// All that it says, in one line.
    package var text: String {
        [
            find, replacement, scope.text, matchesCase ? "case" : "", matchesWords ? "words" : "",
            isExpression ? "expression" : "",
        ].joined(separator: "␟")
    }
}

extension Parts {
    fileprivate static let replace = Parts(
        style: "css/form.css",
        script: "js/replace.js",
        icons: [.close]
    )
}
