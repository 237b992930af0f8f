import Languages
import LibraryValues
import Notes

/// The fields of a note, each in its language, and the controls that its type needs.
struct NoteFields: HTML {
    let form: NoteForm
    /// The pictures and sounds in the texts, by name.
    let media: [String: MediaHash]
    /// The language that was just moved up, whose button keeps the focus.
    var moved: LanguageTag?

    func write(to page: inout HTMLWriter) {
        let fields = form.fields
        let shown = fields.filter(form.isProminent)
        // Without a field of its own pair, the form shows all.
        let folded = shown.isEmpty ? [] : fields.filter { !form.isProminent($0) }
        for field in shown.isEmpty ? fields : shown {
            noteField(field, isFirst: field.id == fields.first?.id).write(to: &page)
        }
        if !folded.isEmpty {
            details(.class("more-languages"), .present("open", if: form.isUnsaved)) {
                summary(.class("more-summary")) { "\(folded.count) more languages" }
                Each(folded) { noteField($0, isFirst: $0.id == fields.first?.id) }
                NewLanguage()
            }.write(to: &page)
        } else if form.type.cards == .languages {
            NewLanguage().write(to: &page)
        }
        if form.type.cards == .place { CoordinatesField(form: form).write(to: &page) }
        if case .cloze = form.type.cards, !form.type.usesHTML { GapButton().write(to: &page) }
        if form.type.usesHTML { RichTextTools(type: form.type).write(to: &page) }
        MediaTemplates().write(to: &page)
    }

    private func noteField(_ field: NoteType.Field, isFirst: Bool) -> NoteField {
        NoteField(
            field: field,
            value: form.draft.values[field.id] ?? NoteDraft.Value(),
            media: media,
            flaw: form.flaws.first { $0.location == .field(field.id) },
            isFirst: isFirst,
            isFocused: moved == nil && field.id == focused,
            hasPronunciation: form.type.cards == .languages,
            isRich: form.type.usesHTML,
            isRaised: moved != nil && field.language == moved
        )
    }

    /// The first field with an error, else the first one that is shown.
    private var focused: FieldID? {
        let flawed = form.fields.first { field in
            form.flaws.contains { $0.location == .field(field.id) }
        }
        return (flawed ?? form.fields.first(where: form.isProminent) ?? form.fields.first)?.id
    }
}

private struct NoteField: HTML {
    let field: NoteType.Field
    let value: NoteDraft.Value
    let media: [String: MediaHash]
    let flaw: NoteFlaw?
    let isFirst: Bool
    let isFocused: Bool
    let hasPronunciation: Bool
    /// Whether its text is HTML, for which the script shows an editor.
    let isRich: Bool
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
                .present("data-rich", if: isRich),
                .isInvalid(flaw?.words),
                .describedBy(flaw?.words, id: "flaw-\(field.id)")
            ) { "\n" + ends.text }
            if hasPronunciation {
                input(
                    .class("input said"),
                    .type("text"),
                    .text("name", "say-\(field.id)"),
                    .text("value", value.pronunciation),
                    .ariaLabel("\(field.name), pronunciation"),
                    .placeholder("Pronunciation (optional)"),
                    .dirAuto
                )
            }
            if hasPronunciation, !isFirst || isRaised { raise }
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
            FieldError(id: "flaw-\(field.id)", words: flaw?.words)
        }.write(to: &page)
    }

    /// Moves the language up in the order of this deck; disabled for the first one, which only keeps the focus.
    private var raise: some HTML {
        submitButton(
            "up-\(field.id)",
            class: "icon-btn raise",
            .present("autofocus", if: isRaised),
            .text("aria-disabled", isFirst ? "true" : nil),
            .ariaLabel("Move \(field.name) up")
        ) { Icon.fold.small }
    }
}

/// A place's coordinates, in any common notation.
private struct CoordinatesField: HTML {
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

/// Adds a language to a note or a deck.
struct NewLanguage: HTML {
    func write(to page: inout HTMLWriter) {
        Field("language", "Another language") {
            div(.class("beside")) {
                fieldInput(
                    "language",
                    .fixed("list", "languages"),
                    .placeholder("Finnish, or a tag like fi")
                )
                submitButton("language") {
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

/// Turns the selected text into a cloze deletion; only with a script.
private struct GapButton: HTML {
    func write(to page: inout HTMLWriter) {
        div(.class("field")) {
            button(.class("btn"), .type("button"), .id("gap"), .reserved, .hidden) {
                "Hide the selected text"
            }
            p(.class("hint")) { "Write a gap as {{c1::word}} or {{c1::word::hint}}." }
        }.write(to: &page)
    }
}

struct TypePicker: HTML {
    let form: NoteForm

    func write(to page: inout HTMLWriter) {
        Field("new-type", "Card type") {
            div(.class("beside")) {
                select(.class("input"), .id("new-type"), .fixed("name", "new-type")) {
                    Each(form.types) { type in
                        selectOption(type.id.description, isSelected: type.id == form.type.id) {
                            type.localizedName(among: form.types)
                        }
                    }
                }
                submitButton("type", class: "btn without-script", .id("change-type")) { "Change" }
            }
        }.write(to: &page)
    }
}

struct DeckPicker: HTML {
    let decks: [Deck]
    let chosen: DeckID?
    var name: StaticString = "deck"
    var title: Phrase = "Deck"

    func write(to page: inout HTMLWriter) {
        Field(name.description, title) {
            select(.class("input"), .id(name), .fixed("name", name), .dirAuto) {
                Each(decks) { deck in
                    selectOption(deck.id.description, isSelected: deck.id == chosen) {
                        deck.name.title
                    }
                }
            }
        }.write(to: &page)
    }
}

/// A note's tags, separated by commas.
struct TagField: HTML {
    let form: NoteForm

    func write(to page: inout HTMLWriter) {
        TextField(
            name: "tags",
            id: "tags",
            title: "Tags",
            value: form.draft.tags,
            flaw: form.flaws.first { $0.location == .tags }?.words,
            hint: "food, autumn"
        ).write(to: &page)
    }
}
