import Languages
package import Notes

/// The form of a deck's name and options, with buttons to export, merge or delete it; or the form of a new deck.
package struct DeckOptionsPage: Page {
    private let form: DeckForm
    private let deck: Deck?
    private let others: [Deck]
    private let offersLanguages: Bool
    private let back: ReturnPath?
    private let settings: StudySettings

    /// - Parameters:
    ///   - deck: Nil for a new deck.
    ///   - others: The decks into which it can be merged.
    ///   - offersLanguages: Whether the languages to study can be chosen.
    ///   - settings: Also the values that the deck inherits.
    package init(
        form: DeckForm,
        deck: Deck?,
        others: [Deck],
        offersLanguages: Bool,
        back: ReturnPath?,
        settings: StudySettings
    ) {
        self.form = form
        self.deck = deck
        self.others = others
        self.offersLanguages = offersLanguages
        self.back = back
        self.settings = settings
    }

    package func render() -> [UInt8] {
        let icons: [Icon] = [
            .close, .alert, .trash, .check, .swap, .plus, .fold, .pause,
            .kindAll, .kindOne, .kindFrom, .kindTo, .kindSome,
        ]
        return Document(title: title, assets: .form(icons), settings: settings) {
            main(.class("sheet-page"), .id("main")) {
                SheetForm(
                    title: title,
                    action: action,
                    exit: exit,
                    saveLabel: deck == nil ? "Create deck" : "Save",
                    isUnsaved: form.isUnsaved
                ) {
                    field(.name, "Name", hint: "For a subdeck: Languages::Finnish")
                    if let seen = form.seenName { HiddenField("seen-name", seen.text) }
                    HiddenField(shownIn: form.language)
                    if deck != nil { options }
                }
                if let deck { actions(on: deck) }
            }
            LeaveDialog()
            StatusRegion()
        }.render()
    }

    private var title: Phrase { deck == nil ? "New deck" : "Deck options" }

    private var exit: ReturnPath { back ?? ReturnPath(.cards(.decks())) }

    private var here: ReturnPath { ReturnPath(.cards(.decks())) }

    private var action: Route {
        guard let deck else { return .cards(.newDeck(back: back)) }
        return .cards(.deckOptions(deck.id, back: back))
    }

    @HTMLBuilder private var options: some HTML {
        div(.class("two")) {
            field(.newLimit, "New cards per day", inherited: String(settings.newLimit))
            field(.reviewLimit, "Reviews per day", inherited: String(settings.reviewLimit))
        }
        p(.class("hint"), .id("hint-limits")) {
            "The limits of parent decks and of your settings also apply."
        }
        field(
            .retention,
            "Target retention (%)",
            hint: "A higher target means more reviews.",
            inherited: String(percentage(settings.retention))
        )
        DeckColourPicker(chosen: DeckColour(rawValue: form.text(.colour)))
        field(.icon, "Icon", hint: "One emoji or letter, shown with the deck.")
        if offersLanguages, let languages = form.languages {
            LanguagePicker(form: languages, flaw: form.flaws[.languages])
            ScriptPicker(form: languages)
        }
    }

    private func actions(on deck: Deck) -> some HTML {
        section(.class("sheet actions"), .ariaLabel("Export, merge or delete")) {
            div(.class("beside")) {
                p(.class("muted")) {
                    "Import cards from a file, or export them for Anki, a spreadsheet or another program."
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
            div(.class("beside")) {
                p(.class("muted")) {
                    "See how well the scheduler predicts this deck, or fit it to this deck alone."
                }
                a(.class("btn"), .href(.scheduler(deck: deck.id))) { "Scheduler" }
            }
            if !others.isEmpty {
                Pages.form(.class("beside"), .method("post"), .action(action)) {
                    DeckPicker(decks: others, chosen: nil, name: "into", title: "Merge into")
                    submitButton("merge") { "Merge" }
                }
            }
            Pages.form(.class("beside"), .method("post"), .action(action)) {
                p(.class("muted")) {
                    "Its cards and subdecks are kept in the bin for 30 days. You can undo this."
                }
                submitButton("delete", class: "btn btn-danger") {
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
        inherited: String? = nil
    ) -> some HTML {
        let flaw = form.flaws[field]
        let name = field.rawValue
        let hintID: String? =
            switch field {
            case .newLimit, .reviewLimit: "hint-limits"
            default: hint == nil ? nil : "hint-\(name)"
            }
        return Field(name, title) {
            fieldInput(
                name,
                .text("value", form.text(field)),
                .dirAuto,
                .placeholder(inherited.map { "\($0) (inherited)" }),
                .text("inputmode", [.name, .icon].contains(field) ? nil : "numeric"),
                .present("autofocus", if: field == .name && deck == nil),
                .isInvalid(flaw),
                .describedBy(flaw, id: "flaw-\(name)", hint: hintID)
            )
            if let hint { p(.class("hint"), .text("id", hintID)) { hint } }
            FieldError(id: "flaw-\(name)", words: flaw)
        }
    }
}
