import Languages
package import LibraryValues
package import Notes

/// The form of a note type: its fields and card templates, with a preview that follows what is typed.
package struct NoteTypePage: Page {
    private let form: NoteTypeForm
    private let back: ReturnPath?
    private let settings: StudySettings

    package init(form: NoteTypeForm, back: ReturnPath?, settings: StudySettings) {
        self.form = form
        self.back = back
        self.settings = settings
    }

    package func render() -> [UInt8] {
        let assets = PageAssets.form([.close, .alert, .trash, .plus, .fold])
        return Document(title: title, assets: assets, settings: settings) {
            main(.class("sheet-page"), .id("main")) {
                SheetForm(
                    title: title,
                    action: action,
                    exit: exit,
                    saveLabel: saveLabel,
                    isUnsaved: form.isUnsaved,
                    deleteLabel: canBeDeleted ? "Delete" : nil
                ) {
                    HiddenField("seen", form.seen)
                    HiddenField(shownIn: form.draft.language)
                    problems
                    name
                    if isFixed { fixed } else { parts }
                }
            }
            LeaveDialog()
            StatusRegion()
        }.render()
    }

    private var title: Phrase { form.isNew ? "New card type" : "Card type" }

    private var exit: ReturnPath { back ?? ReturnPath(.cards(.types())) }

    private var action: Route {
        .cards(
            form.isNew ? .newType(from: form.base.id, back: back) : .type(form.base.id, back: back)
        )
    }

    private var saveLabel: Phrase {
        if form.isNew { return "Create" }
        return form.losses.isEmpty || !form.isUnsaved ? "Save" : "Save anyway"
    }

    /// Language and place notes create their cards by fixed rules.
    private var isFixed: Bool { form.base.cards == .languages || form.base.cards == .place }

    private var canBeDeleted: Bool {
        !form.isNew && form.notes == 0 && !NoteType.builtIn.contains { $0.id == form.base.id }
    }

    private func flaw(at location: NoteTypeDraft.Location) -> Phrase? {
        form.flaws.first { $0.location == location }?.words
    }

    @HTMLBuilder private var problems: some HTML {
        Each(form.flaws.filter { $0.location == .whole }) { AlertNote($0.words) }
        div(.id("losses")) {
            if !form.losses.isEmpty {
                Each(form.losses) { AlertNote($0, .warning) }
                p(.class("hint")) { "You can undo this." }
                HiddenField("sure", "on")
            }
        }
    }

    private var name: some HTML {
        TextField(
            name: "name",
            id: "name",
            title: "Name",
            value: form.draft.name,
            flaw: flaw(at: .name)
        )
    }

    private var fixed: some HTML {
        p(.class("hint")) {
            form.base.cards == .languages
                ? "Each language is a field, and any two languages make a card. Add languages in the card’s own form."
                : "Asks for the description by name, for the name by description, and where the place is on the map."
        }
    }

    @HTMLBuilder private var parts: some HTML {
        fieldset(.class("field part-list")) {
            legend { "Fields" }
            Each(Array(form.draft.fields.enumerated())) { index, field in
                self.field(field, at: index)
            }
            add("field-add", "Add a field")
        }
        Each(Array(form.draft.templates.enumerated())) { index, template in
            self.template(template, at: index)
        }
        if !form.base.isCloze { add("template-add", "Add a card") }
        preview
        details(.class("field")) {
            summary(.class("more-summary")) { "Style sheet" }
            p(.class("hint")) { "CSS for the cards, as in Anki." }
            textarea(
                .class("input code"),
                .fixed("name", "css"),
                .number("rows", 6),
                .ariaLabel("Style sheet"),
                .fixed("spellcheck", "false"),
                .fixed("dir", "ltr")
            ) { "\n" + form.draft.css }
        }
    }

    private func field(_ field: NoteTypeDraft.Field, at index: Int) -> some HTML {
        div(.class("part-row")) {
            HiddenField("field-id", field.id.map { String($0) } ?? "")
            TextField(
                name: "field-name",
                id: "field-name-\(index)",
                title: "Name of field \(index + 1)",
                value: field.name,
                flaw: flaw(at: .field(index)),
                isFocused: field.id == nil && field.name.isEmpty
            )
            TextField(
                name: "field-language",
                id: "field-language-\(index)",
                title: "Language",
                value: field.language,
                hint: "none"
            )
            div(.class("part-actions")) {
                move("field-up", index, "Move field \(index + 1) up", .fold, isOff: index == 0)
                move(
                    "field-down",
                    index,
                    "Move field \(index + 1) down",
                    .fold,
                    isOff: index == form.draft.fields.count - 1
                )
                move("field-remove", index, "Remove field \(index + 1)", .trash, isOff: false)
            }
        }
    }

    private func move(
        _ action: String,
        _ index: Int,
        _ name: Phrase,
        _ icon: Icon,
        isOff: Bool
    ) -> some HTML {
        submitButton(
            "\(action):\(index)",
            class: "icon-btn",
            .ariaLabel(name),
            .present("disabled", if: isOff)
        ) { icon.large }
    }

    private func add(_ action: String, _ label: Phrase) -> some HTML {
        submitButton(action, class: "btn btn-small") {
            Icon.plus.small
            label
        }
    }

    private func template(_ template: NoteTypeDraft.Template, at index: Int) -> some HTML {
        fieldset(.class("field part-list template")) {
            legend(.dirAuto) {
                template.name.isEmpty ? "Card \(index + 1)" : "Card \(index + 1): \(template.name)"
            }
            HiddenField("template-id", template.id?.description ?? "")
            TextField(
                name: "template-name",
                id: "template-name-\(index)",
                title: "Name of card \(index + 1)",
                value: template.name
            )
            div(.class("two")) {
                side("template-front", "Front of card \(index + 1)", template.front, index)
                side("template-back", "Back of card \(index + 1)", template.back, index)
            }
            FieldError(words: flaw(at: .template(index)), isAlert: true)
            if !form.base.isCloze, form.draft.templates.count > 1 {
                submitButton(
                    "template-remove:\(index)",
                    class: "btn btn-small btn-quiet",
                    .ariaLabel("Remove card \(index + 1)")
                ) {
                    Icon.trash.small
                    "Remove this card"
                }
            }
        }
    }

    private func side(_ name: StaticString, _ title: Phrase, _ value: String, _ index: Int)
        -> some HTML
    {
        Field("\(name)-\(index)", title) {
            textarea(
                .class("input code"),
                .text("id", "\(name)-\(index)"),
                .fixed("name", name),
                .number("rows", 3),
                .fixed("spellcheck", "false"),
                .fixed("autocapitalize", "off"),
                .fixed("dir", "ltr")
            ) { "\n" + value }
        }
    }

    private var preview: some HTML {
        section(.id("preview"), .ariaLabel("Preview")) {
            h2 { "Preview" }
            Each(form.samples) { sample in
                div(.class("sample")) {
                    p(.class("muted small"), .dirAuto) { sample.name }
                    if let sides = sample.sides {
                        sampleSide(sides.front, placeholder: "(no question)")
                        sampleSide(sides.back, placeholder: "(no answer)")
                    } else {
                        p(.class("plain-side muted")) { "These fields don’t make this card." }
                    }
                }
            }
        }
    }

    private func sampleSide(_ side: CardSide, placeholder: Phrase) -> some HTML {
        p(
            .class("plain-side"),
            .lang(side.language),
            .dirAuto,
            .text("data-html", side.markup?.json.map { String(decoding: $0, as: UTF8.self) })
        ) {
            side.words.isEmpty ? placeholder.description : side.text
            Each(side.media) { SideMedium(medium: $0) }
        }
    }
}
