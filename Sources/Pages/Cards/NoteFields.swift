import Languages
import Library
import Notes

/// The fields of a note's type, each in its language.
struct NoteFields: HTML {
    let form: NoteForm
    /// What the names of pictures and sounds mean that the texts hold.
    let media: [String: MediaHash]
    /// The language that was just moved up; whoever moved it goes on there.
    var moved: LanguageTag?

    func write(to page: inout HTMLWriter) {
        for (index, field) in form.fields.enumerated() {
            NoteField(
                field: field,
                value: form.draft.values[field.id] ?? NoteDraft.Value(),
                media: media,
                flaw: form.flaws.first { $0.location == .field(field.id) },
                isFirst: index == 0,
                isFocused: moved == nil && field.id == focused,
                isSaid: form.type.cards == .languages,
                isRaised: moved != nil && field.language == moved
            ).write(to: &page)
        }
        if form.type.cards == .languages { NewLanguage(problem: nil).write(to: &page) }
        if form.type.cards == .place { PointField(form: form).write(to: &page) }
        if case .cloze = form.type.cards { GapButton().write(to: &page) }
        MediaTemplates().write(to: &page)
    }

    /// What is to be mended first, else where one begins to write.
    private var focused: FieldID? {
        let flawed = form.fields.first { field in
            form.flaws.contains { $0.location == .field(field.id) }
        }
        return (flawed ?? form.fields.first)?.id
    }
}

/// One field, with why it was refused beside it.
private struct NoteField: HTML {
    let field: NoteType.Field
    let value: NoteDraft.Value
    let media: [String: MediaHash]
    let flaw: NoteFlaw?
    let isFirst: Bool
    let isFocused: Bool
    /// Whether there is room for how it is said.
    let isSaid: Bool
    /// Whether it was just moved up.
    let isRaised: Bool

    func write(to page: inout HTMLWriter) {
        let ends = MediaText(value.text) { media[$0.name] != nil }.ends
        div(.class("field"), .text("data-field", field.id.description)) {
            div(.class("field-top")) {
                label(.text("for", "f-\(field.id)"), .text("id", "name-\(field.id)")) { field.name }
                if let own = field.language?.ownName, own != field.name {
                    span(.class("muted"), .lang(field.language), .dirAuto) { own }
                }
            }
            textarea(
                .class("input"),
                .text("id", "f-\(field.id)"),
                .text("name", "f-\(field.id)"),
                .number("rows", 1),
                .lang(field.language),
                .dirAuto,
                .present("autofocus", if: isFocused),
                .present("data-head", if: isFirst),
                .text("aria-invalid", flaw == nil ? nil : "true"),
                .text("aria-describedby", flaw == nil ? nil : "flaw-\(field.id)")
            ) { "\n" + ends.text }
            if isSaid {
                input(
                    .class("input said"),
                    .type("text"),
                    .text("name", "say-\(field.id)"),
                    .text("value", value.pronunciation),
                    .ariaLabel("\(field.name), how it is said"),
                    .placeholder("How it is said"),
                    .dirAuto
                )
            }
            if isSaid, !isFirst || isRaised { raise }
            MediaButtons(field: field.id)
            ul(.class("media")) {
                Each(ends.leading) { part in
                    MediumRow(part, of: field, isLeading: true, hash: media[part.reference.name])
                }
                Each(ends.trailing) { part in
                    MediumRow(part, of: field, isLeading: false, hash: media[part.reference.name])
                }
            }
            p(.class("error media-error"), .role("alert"), .hidden) {
                Icon.alert.small
                span()
            }
            FieldFlaw(id: "flaw-\(field.id)", words: flaw?.words)
        }.write(to: &page)
    }
}

extension NoteField {
    /// Puts the language before the one above it, for this deck; at the top there is nothing to do.
    private var raise: some HTML {
        button(
            .class("icon-btn raise"),
            .type("submit"),
            .fixed("name", "do"),
            .text("value", "up-\(field.id)"),
            .present("autofocus", if: isRaised),
            .text("aria-disabled", isFirst ? "true" : nil),
            .ariaLabel("Move \(field.name) up")
        ) { Icon.fold.small }
    }
}

/// Where a place lies, in any form in which coordinates are written.
private struct PointField: HTML {
    let form: NoteForm

    func write(to page: inout HTMLWriter) {
        TextField(
            name: "where",
            id: "where",
            title: "Coordinates",
            value: form.draft.place?.text ?? "",
            flaw: form.flaws.first { $0.location == .place }?.words,
            hint: Phrase(verbatim: "60.145 N, 24.987 E")
        ).write(to: &page)
    }
}

/// Adds a language to a note that has not got it.
struct NewLanguage: HTML {
    let problem: Phrase?

    func write(to page: inout HTMLWriter) {
        div(.class("field")) {
            label(.fixed("for", "language")) { "Another language" }
            div(.class("beside")) {
                input(
                    .class("input"),
                    .id("language"),
                    .type("text"),
                    .fixed("name", "language"),
                    .fixed("list", "languages"),
                    .placeholder("Finnish, or a tag like fi")
                )
                button(
                    .class("btn"),
                    .type("submit"),
                    .fixed("name", "do"),
                    .fixed("value", "language")
                ) {
                    Icon.plus.small
                    "Add language"
                }
            }
            datalist(.id("languages")) {
                Each(LanguageTag.named) { tag in
                    option(.text("value", tag.localizedName.description))
                }
            }
        }.write(to: &page)
    }
}

/// Makes a gap of what is chosen in the text; only with a script.
private struct GapButton: HTML {
    func write(to page: inout HTMLWriter) {
        div(.class("field")) {
            button(.class("btn"), .type("button"), .id("gap"), .hidden) {
                "Make a gap of the chosen words"
            }
            p(.class("hint")) { "A gap is written {{c1::word}}, or {{c1::word::hint}}." }
        }.write(to: &page)
    }
}

/// The types that a new note can have.
struct TypePicker: HTML {
    let form: NoteForm

    func write(to page: inout HTMLWriter) {
        div(.class("field")) {
            label(.fixed("for", "new-type")) { "Kind of card" }
            div(.class("beside")) {
                select(.class("input"), .id("new-type"), .fixed("name", "new-type")) {
                    Each(form.types) { type in
                        option(
                            .text("value", type.id.description),
                            .present("selected", if: type.id == form.type.id)
                        ) { type.localizedName }
                    }
                }
                button(
                    .class("btn"),
                    .type("submit"),
                    .id("change-type"),
                    .fixed("name", "do"),
                    .fixed("value", "type")
                ) { "Change" }
            }
        }.write(to: &page)
    }
}

/// The decks that a note can lie in.
struct DeckPicker: HTML {
    let decks: [Deck]
    let chosen: DeckID?
    var name: StaticString = "deck"
    var title: Phrase = "Deck"

    func write(to page: inout HTMLWriter) {
        div(.class("field")) {
            label(.fixed("for", name)) { title }
            select(.class("input"), .id(name), .fixed("name", name), .dirAuto) {
                Each(decks) { deck in
                    option(
                        .text("value", deck.id.description),
                        .present("selected", if: deck.id == chosen)
                    ) { deck.name.text }
                }
            }
        }.write(to: &page)
    }
}

/// All tags in one line.
struct TagField: HTML {
    let form: NoteForm

    func write(to page: inout HTMLWriter) {
        let flaw = form.flaws.first { $0.location == .tags }
        div(.class("field")) {
            label(.fixed("for", "tags")) { "Tags" }
            input(
                .class("input"),
                .id("tags"),
                .type("text"),
                .fixed("name", "tags"),
                .text("value", form.draft.tags),
                .dirAuto,
                .placeholder("food, autumn"),
                .text("aria-invalid", flaw == nil ? nil : "true"),
                .text("aria-describedby", flaw == nil ? nil : "flaw-tags")
            )
            FieldFlaw(id: "flaw-tags", words: flaw?.words)
        }.write(to: &page)
    }
}
