import Languages
import Library
import Notes

/// What is said of one place, to be read and changed, and what is near it.
struct PlaceForm: HTML {
    let form: NoteForm
    let media: [String: MediaHash]

    func write(to page: inout HTMLWriter) {
        SheetForm(
            title: "Place details",
            action: action,
            leave: Back(.places(.map())),
            saves: "Save",
            isUnsaved: form.isUnsaved
        ) {
            if let problem = form.problem { AlertNote(problem) }
            if form.twin != nil {
                AlertNote("There is another place of this name. Save again to keep both.", .warning)
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
        } aside: {
            button(
                .class("btn btn-quiet"),
                .type("submit"),
                .fixed("name", "do"),
                .fixed("value", "delete"),
                .id("delete")
            ) {
                Icon.trash.small
                "Delete place"
            }
        }.write(to: &page)
    }

    private var action: Route {
        guard let note = form.note else { return .places(.map()) }
        return .places(.place(note))
    }

    @HTMLBuilder private var hidden: some HTML {
        HiddenField("type", form.type.id.description)
        if let type = form.draft.wordType { HiddenField("word-type", type.rawValue) }
        if let seen = form.seen {
            HiddenField("changed", String(seen.changed.milliseconds))
            HiddenField("seen-deck", seen.deck.description)
            HiddenField("seen-tags", seen.tags)
        }
        if form.twin != nil { HiddenField("anyway", "on") }
    }
}

/// What Wikipedia knows around a place; nobody is asked before the button is pressed.
private struct Nearby: HTML {
    let place: Notes.Place?

    func write(to page: inout HTMLWriter) {
        guard let place else { return }
        section(
            .class("nearby"),
            .id("nearby"),
            .text("data-at", "\(place.latitude),\(place.longitude)"),
            .aria("aria-labelledby", "nearby-title"),
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
                "Texts from Wikipedia, CC BY-SA 4.0"
            }
        }.write(to: &page)
    }
}

/// One article, for the page's script to fill in.
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
