package import Languages
package import LibraryValues
package import Notes

/// The form that adds or changes a note.
package struct NotePage: Page {
    private let form: NoteForm
    private let moved: LanguageTag?
    private let media: [String: MediaHash]
    private let back: ReturnPath?
    private let done: Change?
    private let settings: StudySettings

    /// - Parameters:
    ///   - moved: The language that was just moved up.
    ///   - media: The pictures and sounds in its texts, by name.
    package init(
        form: NoteForm,
        moved: LanguageTag? = nil,
        media: [String: MediaHash] = [:],
        back: ReturnPath?,
        done: Change? = nil,
        settings: StudySettings = StudySettings()
    ) {
        self.form = form
        self.moved = moved
        self.media = media
        self.back = back
        self.done = done
        self.settings = settings
    }

    package func render() -> [UInt8] {
        let icons: [Icon] = [
            .sprout, .close, .alert, .trash, .plus, .picture, .microphone, .play, .stop, .fold,
        ]
        return Document(title: title, assets: .form(icons), settings: settings) {
            main(.class("sheet-page"), .id("main")) {
                SheetForm(
                    title: title,
                    action: action,
                    exit: exit,
                    saveLabel: saveLabel,
                    isUnsaved: form.isUnsaved,
                    deleteLabel: form.note == nil ? nil : "Delete",
                    notice: duplicateWarning
                ) {
                    problems
                    if form.note == nil { TypePicker(form: form) }
                    NoteFields(form: form, media: media, moved: moved)
                    GenerateButton()
                    WordTypePicker(chosen: form.draft.wordType)
                    div(.class("two")) {
                        DeckPicker(decks: form.decks, chosen: form.draft.deck)
                        TagField(form: form)
                    }
                    hidden
                }
                UndoNotice(change: done, back: here)
            }
            LeaveDialog()
            StatusRegion()
        }.render()
    }

    private var title: Phrase { form.note == nil ? "New card" : "Edit card" }

    private var saveLabel: Phrase {
        if form.duplicate != nil { return form.note == nil ? "Add anyway" : "Save anyway" }
        return form.note == nil ? "Add card" : "Save"
    }

    private var action: Route {
        guard let note = form.note else { return .cards(.newNote(back: back)) }
        return .cards(.note(note, back: back))
    }

    private var here: ReturnPath {
        let deck = form.decks.first { $0.id == form.draft.deck }?.name.text
        return ReturnPath(.cards(.newNote(deck: deck, type: form.type.id, back: back)))
    }

    private var exit: ReturnPath { back ?? ReturnPath(.cards(.list())) }

    @HTMLBuilder private var problems: some HTML {
        if let problem = form.problem { AlertNote(problem) }
        Each(form.flaws.filter { $0.location == .note }) { AlertNote($0.words) }
    }

    @HTMLBuilder private var duplicateWarning: Fragment {
        div(.id("duplicate")) {
            if form.duplicate != nil || form.hasDuplicate {
                AlertNote(
                    form.note == nil
                        ? "A card with this question already exists. You can still add this one."
                        : "A card with this question already exists. You can still save this one.",
                    .warning
                )
            }
        }
    }

    @HTMLBuilder private var hidden: some HTML {
        HiddenField("type", form.type.id.description)
        SeenFields(form: form)
        if form.duplicate != nil { HiddenField("anyway", "on") }
        if form.isReordered {
            HiddenField("order", form.languages.map(\.text).joined(separator: ","))
        }
    }
}

/// What the form showed when it was opened, so that later changes elsewhere are not overwritten.
struct SeenFields: HTML {
    let form: NoteForm

    func write(to page: inout HTMLWriter) {
        guard let seen = form.seen else { return }
        HiddenField("changed", String(seen.changed.milliseconds)).write(to: &page)
        HiddenField("seen-deck", seen.deck.description).write(to: &page)
        HiddenField("seen-tags", seen.tags).write(to: &page)
    }
}

/// Asks before unsaved changes are discarded; the page's script opens it.
struct LeaveDialog: HTML {
    func write(to page: inout HTMLWriter) {
        dialog(.class("ask"), .id("ask"), .aria("aria-labelledby", "ask-title")) {
            h2(.id("ask-title")) { "Leave without saving?" }
            p(.class("muted")) { "Your changes aren’t saved yet." }
            form(.method("dialog"), .class("ask-actions")) {
                button(.class("btn"), .id("discard"), .fixed("value", "discard")) {
                    "Discard"
                }
                button(
                    .class("btn btn-primary"),
                    .fixed("value", "stay"),
                    .present("autofocus")
                ) { "Keep editing" }
            }
        }.write(to: &page)
    }
}
