import Languages
package import Notes

/// A deck's name and options, and the ways to merge or delete it; without a deck the form for a new one.
package struct DeckPage: Page {
    private let form: DeckForm
    private let deck: Deck?
    private let others: [Deck]
    private let back: Back?
    private let settings: StudySettings

    /// - Parameters:
    ///   - form: What it shows.
    ///   - deck: The deck; nil for a new one.
    ///   - others: Those that it can be merged into.
    ///   - back: Where it leads when it is done or given up.
    ///   - settings: What holds where the deck is silent, and how pages look.
    package init(
        form: DeckForm,
        deck: Deck?,
        others: [Deck],
        back: Back?,
        settings: StudySettings
    ) {
        self.form = form
        self.deck = deck
        self.others = others
        self.back = back
        self.settings = settings
    }

    /// The page in UTF-8.
    package func render() -> [UInt8] {
        Document(title: title, parts: .deck, settings: settings) {
            main(.class("sheet-page"), .id("main")) {
                SheetForm(
                    title: title,
                    action: action,
                    leave: leave,
                    saves: deck == nil ? "Make deck" : "Save",
                    isUnsaved: form.isUnsaved
                ) {
                    field(.name, "Name", hint: "A deck inside another: Languages::Finnish")
                    if let deck {
                        HiddenField("seen-name", deck.name.text)
                        options
                    }
                } aside: {
                    CancelLink(leave: leave)
                }
                if deck != nil { ways }
            }
            LeaveDialog()
            Status()
        }.render()
    }

    private var title: Phrase { deck == nil ? "New deck" : "Deck options" }

    private var leave: Back { back ?? Back(.cards(.decks())) }

    private var here: Back { Back(.cards(.decks())) }

    private var action: Route {
        guard let deck else { return .cards(.newDeck(back: back)) }
        return .cards(.deck(deck.id, back: back))
    }

    @HTMLBuilder private var options: some HTML {
        div(.class("two")) {
            field(.newLimit, "New cards a day", around: String(settings.newLimit))
            field(.reviewLimit, "Reviews a day", around: String(settings.reviewLimit))
        }
        field(
            .retention,
            "How much to remember, in percent",
            hint: "Higher means more reviews.",
            around: String(Int((settings.retention * 100).rounded()))
        )
        if let languages = form.languages {
            LanguagePicker(form: languages, flaw: form.flaws[.languages])
            ScriptPicker(form: languages)
        }
    }

    /// What cannot be done by filling something in; each can be undone.
    @HTMLBuilder private var ways: some HTML {
        section(.class("sheet actions"), .ariaLabel("Export, merge or delete")) {
            if let deck {
                div(.class("beside")) {
                    p(.class("muted")) {
                        "Cards go out as a package for Anki, a table or another file, and come in from one."
                    }
                    span(.class("page-actions")) {
                        a(.class("btn"), .href(.importFile(deck: deck.name.text, back: here))) {
                            "Import"
                        }
                        a(
                            .class("btn"),
                            .href(.exportFile(ExportRequest(deck: deck.name.text), back: here))
                        ) {
                            "Export"
                        }
                    }
                }
            }
            if !others.isEmpty {
                Pages.form(.class("beside"), .method("post"), .action(action)) {
                    DeckPicker(decks: others, chosen: nil, name: "heir", title: "Merge into")
                    button(
                        .class("btn"),
                        .type("submit"),
                        .fixed("name", "do"),
                        .fixed("value", "merge")
                    ) { "Merge" }
                }
            }
            Pages.form(.class("beside"), .method("post"), .action(action)) {
                p(.class("muted")) {
                    "Its cards, and the decks inside it, lie in the bin for 30 days. You can undo it."
                }
                button(
                    .class("btn btn-danger"),
                    .type("submit"),
                    .fixed("name", "do"),
                    .fixed("value", "delete")
                ) {
                    Icon.trash.small
                    "Delete deck"
                }
            }
        }
    }

    private func field(
        _ field: DeckForm.Field,
        _ title: Phrase,
        hint: Phrase? = nil,
        around: String? = nil
    ) -> some HTML {
        let flaw = form.flaws[field]
        let name = field.rawValue
        return div(.class("field")) {
            label(.text("for", name)) { title }
            input(
                .class("input"),
                .text("id", name),
                .type("text"),
                .text("name", name),
                .text("value", form.text(field)),
                .dirAuto,
                .placeholder(around.map { "\($0), as around it" }),
                .text(
                    "inputmode",
                    field == .name ? nil : "numeric"
                ),
                .present("autofocus", if: field == .name && deck == nil),
                .text("aria-invalid", flaw == nil ? nil : "true"),
                .text("aria-describedby", flaw == nil ? nil : "flaw-\(name)")
            )
            if let hint { p(.class("hint")) { hint } }
            FieldFlaw(id: "flaw-\(name)", words: flaw)
        }
    }
}

extension Parts {
    fileprivate static let deck = Parts(
        style: "css/form.css",
        script: "js/form.js",
        icons: [
            .close, .alert, .trash, .check, .swap, .plus, .fold, .pause,
            .kindAll, .kindOne, .kindFrom, .kindTo, .kindSome,
        ]
    )
}
