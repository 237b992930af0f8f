package import Languages
package import Library
package import Notes

/// The form that adds a note, or changes one.
package struct NotePage: Page {
    private let form: NoteForm
    private let moved: LanguageTag?
    private let media: [String: MediaHash]
    private let back: Back?
    private let done: Change?
    private let settings: StudySettings

    /// - Parameters:
    ///   - form: What it shows.
    ///   - moved: The language that was just moved up.
    ///   - media: What the names of pictures and sounds mean that its texts hold.
    ///   - back: Where it leads when it is done or given up.
    ///   - done: What was just done here.
    ///   - settings: What the learner has settled about pages.
    package init(
        form: NoteForm,
        moved: LanguageTag? = nil,
        media: [String: MediaHash] = [:],
        back: Back?,
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

    /// The page in UTF-8.
    package func render() -> [UInt8] {
        Document(title: title, parts: .form, settings: settings) {
            main(.class("sheet-page"), .id("main")) {
                SheetForm(
                    title: title,
                    action: action,
                    leave: leave,
                    saves: saves,
                    isUnsaved: form.isUnsaved
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
                } aside: {
                    if form.note == nil {
                        CancelLink(leave: leave)
                    } else {
                        delete
                    }
                }
                DoneNote(change: done, back: here)
            }
            LeaveDialog()
            Status()
        }.render()
    }

    private var title: Phrase { form.note == nil ? "New card" : "Edit card" }

    private var saves: Phrase {
        if form.twin != nil { return form.note == nil ? "Add anyway" : "Save anyway" }
        return form.note == nil ? "Add card" : "Save"
    }

    private var action: Route {
        guard let note = form.note else { return .cards(.newNote(back: back)) }
        return .cards(.note(note, back: back))
    }

    private var here: Back {
        let deck = form.decks.first { $0.id == form.draft.deck }?.name.text
        return Back(.cards(.newNote(deck: deck, type: form.type.id, back: back)))
    }

    private var leave: Back { back ?? Back(.cards(.list())) }

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

    @HTMLBuilder private var problems: some HTML {
        if let problem = form.problem { AlertNote(problem) }
        div(.id("twin")) {
            if form.twin != nil || form.hasTwin {
                AlertNote(
                    form.note == nil
                        ? "There is a card that asks the same. You can add this one all the same."
                        : "There is a card that asks the same. You can save this one all the same.",
                    .warning
                )
            }
        }
        Each(form.flaws.filter { $0.location == .note }) { AlertNote($0.words) }
    }

    @HTMLBuilder private var hidden: some HTML {
        HiddenField("type", form.type.id.description)
        if let seen = form.seen {
            HiddenField("changed", String(seen.changed.milliseconds))
            HiddenField("seen-deck", seen.deck.description)
            HiddenField("seen-tags", seen.tags)
        }
        if form.twin != nil { HiddenField("anyway", "on") }
        if form.isReordered {
            HiddenField("order", form.languages.map(\.text).joined(separator: ","))
        }
    }
}

extension Parts {
    fileprivate static let form = Parts(
        style: "css/form.css",
        script: "js/form.js",
        icons: [.sprout, .close, .alert, .trash, .plus, .picture, .microphone, .play, .stop, .fold]
    )
}

/// Asks before text is lost; the page's script opens it.
struct LeaveDialog: HTML {
    func write(to page: inout HTMLWriter) {
        dialog(.class("ask"), .id("ask"), .aria("aria-labelledby", "ask-title")) {
            h2(.id("ask-title")) { "Leave without saving?" }
            p(.class("muted")) { "What you wrote here is not saved yet." }
            form(.method("dialog"), .class("ask-actions")) {
                button(.class("btn"), .id("discard"), .fixed("value", "discard")) {
                    "Discard"
                }
                button(
                    .class("btn btn-primary"),
                    .fixed("value", "stay"),
                    .present("autofocus")
                ) { "Go on writing" }
            }
        }.write(to: &page)
    }
}
