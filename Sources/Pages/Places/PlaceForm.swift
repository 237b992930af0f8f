import Languages
import LibraryValues
import Notes

/// The form of one place, and Wikipedia articles near it.
struct PlaceForm: HTML {
    let form: NoteForm
    let media: [String: MediaHash]

    func write(to page: inout HTMLWriter) {
        SheetForm(
            title: "Place details",
            action: action,
            exit: ReturnPath(.places(.map())),
            isUnsaved: form.isUnsaved,
            deleteLabel: "Delete place",
            deleteID: "delete"
        ) {
            if let problem = form.problem { AlertNote(problem) }
            if form.duplicate != nil {
                AlertNote(
                    "A place with this name already exists. Save again to keep both.",
                    .warning
                )
            }
            Each(form.flaws.filter { $0.location == .note }) { AlertNote($0.words) }
            NoteFields(form: form, media: media)
            TagField(form: form)
            if form.decks.count > 1 {
                DeckPicker(decks: form.decks, chosen: form.draft.deck)
            } else {
                HiddenField("deck", form.draft.deck.description)
            }
            Nearby(place: form.draft.place?.place)
            hidden
        }.write(to: &page)
    }

    private var action: Route {
        guard let note = form.note else { return .places(.map()) }
        return .places(.place(note))
    }

    @HTMLBuilder private var hidden: some HTML {
        HiddenField("type", form.type.id.description)
        if let type = form.draft.wordType { HiddenField("word-type", type.rawValue) }
        SeenFields(form: form)
        if form.duplicate != nil { HiddenField("anyway", "on") }
    }
}

/// Wikipedia articles near a place; nothing is loaded before the learner presses the button.
private struct Nearby: HTML {
    let place: Notes.Place?

    func write(to page: inout HTMLWriter) {
        guard let place else { return }
        section(
            .class("nearby"),
            .id("nearby"),
            .text("data-at", "\(place.latitude),\(place.longitude)"),
            .aria("aria-labelledby", "nearby-title"),
            .reserved,
            .hidden
        ) {
            div(.class("near-head")) {
                h2(.id("nearby-title")) { "Nearby" }
                span(.class("muted small")) { "Wikipedia, within 10 km" }
            }
            button(.class("btn btn-wide"), .type("button"), .id("near-ask")) { "Nearby…" }
            p(.class("near-state"), .id("near-state"), .role("status"), .hidden)
            ul(.class("rows"), .id("articles"), .hidden)
            button(.class("btn"), .type("button"), .id("near-again"), .hidden) { "Try again" }
            p(.class("hint"), .id("near-terms"), .hidden) {
                "Text from Wikipedia, CC BY-SA 4.0"
            }
        }.write(to: &page)
    }
}

/// An article, for the page's script to fill in.
struct ArticleRow: HTML {
    func write(to page: inout HTMLWriter) {
        li(.class("article")) {
            img(
                .class("thumb"),
                .fixed("alt", ""),
                .fixed("loading", "lazy"),
                .fixed("decoding", "async"),
                .hidden
            )
            span(.class("article-words")) {
                a(
                    .fixed("target", "_blank"),
                    .fixed("rel", "noopener noreferrer"),
                    .dirAuto
                )
                small(.class("about"), .dirAuto)
                small(.class("far"))
            }
            button(.class("icon-btn filled make-pin"), .type("button")) { Icon.star.large }
            button(.class("icon-btn filled make-card"), .type("button")) { Icon.plus.large }
        }.write(to: &page)
    }
}
