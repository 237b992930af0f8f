import Languages
package import Library
package import Notes

/// The form for a kind of card: its fields, and what its cards ask and answer, shown as one writes.
package struct NoteTypePage: Page {
    private let form: NoteTypeForm
    private let back: Back?
    private let settings: StudySettings

    /// - Parameters:
    ///   - form: What it shows.
    ///   - back: Where it leads when it is done or given up.
    ///   - settings: What the learner has settled about pages.
    package init(form: NoteTypeForm, back: Back?, settings: StudySettings) {
        self.form = form
        self.back = back
        self.settings = settings
    }

    /// The page in UTF-8.
    package func render() -> [UInt8] {
        Document(title: title, parts: .type, settings: settings) {
            main(.class("sheet-page"), .id("main")) {
                SheetForm(
                    title: title,
                    action: action,
                    leave: leave,
                    saves: saves,
                    isUnsaved: form.isUnsaved
                ) {
                    input(.type("hidden"), .fixed("name", "seen"), .text("value", form.seen))
                    problems
                    name
                    if isFixed { fixed } else { parts }
                } aside: {
                    if canBeDeleted { delete } else { CancelLink(leave: leave) }
                }
            }
            LeaveDialog()
            Status()
        }.render()
    }

    private var title: Phrase { form.isNew ? "New kind of card" : "Kind of card" }

    private var leave: Back { back ?? Back(.cards(.types())) }

    private var action: Route {
        .cards(
            form.isNew ? .newType(from: form.base.id, back: back) : .type(form.base.id, back: back)
        )
    }

    private var saves: Phrase {
        if form.isNew { return "Make it" }
        return form.losses.isEmpty || !form.isUnsaved ? "Save" : "Save all the same"
    }

    /// Languages and places make their cards by rules of their own.
    private var isFixed: Bool { form.base.cards == .languages || form.base.cards == .place }

    private var isCloze: Bool {
        if case .cloze = form.base.cards { true } else { false }
    }

    private var canBeDeleted: Bool {
        !form.isNew && form.notes == 0 && !NoteType.builtIn.contains { $0.id == form.base.id }
    }

    private func flaw(at place: NoteTypeDraft.Place) -> Phrase? {
        form.flaws.first { $0.place == place }?.words
    }

    @HTMLBuilder private var problems: some HTML {
        Each(form.flaws.filter { $0.place == .whole }) { AlertNote($0.words) }
        div(.id("losses")) {
            if !form.losses.isEmpty {
                Each(form.losses) { AlertNote($0, .warning) }
                p(.class("hint")) { "You can undo it." }
                input(.type("hidden"), .fixed("name", "sure"), .fixed("value", "on"))
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
                ? "Each language of a note is a field, and any two of them make a card. Languages are added in the card's own form."
                : "Name and description ask for each other, and the name asks to be found on the map."
        }
    }

    @HTMLBuilder private var parts: some HTML {
        fieldset(.class("field part-list")) {
            legend { "Fields" }
            Each(Array(form.draft.fields.enumerated())) { place, field in
                self.field(field, at: place)
            }
            add("field-add", "Add a field")
        }
        Each(Array(form.draft.templates.enumerated())) { place, template in
            self.template(template, at: place)
        }
        if !isCloze { add("template-add", "Add a card") }
        preview
        details(.class("field")) {
            summary(.class("more-summary")) { "Style sheet" }
            p(.class("hint")) { "CSS that goes with the cards, as in Anki." }
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

    private func field(_ field: NoteTypeDraft.Field, at place: Int) -> some HTML {
        div(.class("part-row")) {
            input(
                .type("hidden"),
                .fixed("name", "field-id"),
                .text("value", field.id.map { String($0) } ?? "")
            )
            TextField(
                name: "field-name",
                id: "field-name-\(place)",
                title: "Name of field \(place + 1)",
                value: field.name,
                flaw: flaw(at: .field(place)),
                isFocused: field.id == nil && field.name.isEmpty
            )
            TextField(
                name: "field-language",
                id: "field-language-\(place)",
                title: "Language",
                value: field.language,
                flaw: nil,
                hint: "any"
            )
            div(.class("part-actions")) {
                move("field-up", place, "Move field \(place + 1) up", .fold, isOff: place == 0)
                move(
                    "field-down",
                    place,
                    "Move field \(place + 1) down",
                    .fold,
                    isOff: place == form.draft.fields.count - 1
                )
                move("field-remove", place, "Remove field \(place + 1)", .trash, isOff: false)
            }
        }
    }

    private func move(
        _ action: String,
        _ place: Int,
        _ name: Phrase,
        _ icon: Icon,
        isOff: Bool
    ) -> some HTML {
        button(
            .class("icon-btn"),
            .type("submit"),
            .fixed("name", "do"),
            .text("value", "\(action):\(place)"),
            .ariaLabel(name),
            .present("disabled", if: isOff)
        ) { icon.large }
    }

    private func add(_ action: StaticString, _ words: Phrase) -> some HTML {
        button(
            .class("btn btn-small"),
            .type("submit"),
            .fixed("name", "do"),
            .fixed("value", action)
        ) {
            Icon.plus.small
            words
        }
    }

    private func template(_ template: NoteTypeDraft.Template, at place: Int) -> some HTML {
        fieldset(.class("field part-list template")) {
            legend(.dirAuto) {
                template.name.isEmpty ? "Card \(place + 1)" : "Card \(place + 1): \(template.name)"
            }
            input(
                .type("hidden"),
                .fixed("name", "template-id"),
                .text("value", template.id?.description ?? "")
            )
            TextField(
                name: "template-name",
                id: "template-name-\(place)",
                title: "Name of card \(place + 1)",
                value: template.name,
                flaw: nil
            )
            div(.class("two")) {
                side("template-front", "Front of card \(place + 1)", template.front, place)
                side("template-back", "Back of card \(place + 1)", template.back, place)
            }
            if let words = flaw(at: .template(place)) {
                p(.class("error"), .role("alert")) {
                    Icon.alert.small
                    span { words }
                }
            }
            if !isCloze, form.draft.templates.count > 1 {
                button(
                    .class("btn btn-small btn-quiet"),
                    .type("submit"),
                    .fixed("name", "do"),
                    .text("value", "template-remove:\(place)"),
                    .ariaLabel("Remove card \(place + 1)")
                ) {
                    Icon.trash.small
                    "Remove this card"
                }
            }
        }
    }

    private func side(_ name: StaticString, _ title: Phrase, _ value: String, _ place: Int)
        -> some HTML
    {
        div(.class("field")) {
            label(.text("for", "\(name)-\(place)")) { title }
            textarea(
                .class("input code"),
                .text("id", "\(name)-\(place)"),
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
                        p(
                            .class("plain-side"),
                            .lang(sides.front.language),
                            .dirAuto,
                            .text(
                                "data-html",
                                sides.front.markup?.json.map { String(decoding: $0, as: UTF8.self) }
                            )
                        ) {
                            sides.front.text.isEmpty
                                ? say("(nothing is asked)") : sides.front.text
                        }
                        p(
                            .class("plain-side"),
                            .lang(sides.back.language),
                            .dirAuto,
                            .text(
                                "data-html",
                                sides.back.markup?.json.map { String(decoding: $0, as: UTF8.self) }
                            )
                        ) {
                            sides.back.text.isEmpty
                                ? say("(nothing answers)") : sides.back.text
                        }
                    } else {
                        p(.class("plain-side muted")) { "This note makes no such card." }
                    }
                }
            }
        }
    }

    private var delete: some HTML {
        button(
            .class("btn btn-quiet"),
            .type("submit"),
            .fixed("name", "do"),
            .fixed("value", "delete")
        ) {
            Icon.trash.small
            "Delete"
        }
    }
}

extension Parts {
    fileprivate static let type = Parts(
        style: "css/form.css",
        script: "js/form.js",
        icons: [.close, .alert, .trash, .plus, .fold]
    )
}
