import Languages
import Notes

/// All places by name, with links to their forms.
struct PlaceList: HTML {
    let pins: [Pin]
    /// Whether a place's form is shown instead.
    let isHidden: Bool

    func write(to page: inout HTMLWriter) {
        section(.id("listing"), .present("hidden", if: isHidden)) {
            header(.class("place-head")) {
                h1 { "Places" }
                a(
                    .class("btn btn-primary btn-small"),
                    .id("add"),
                    .href(
                        .cards(.newNote(type: NoteType.place.id, back: ReturnPath(.places(.map()))))
                    )
                ) {
                    Icon.plus.small
                    "Add"
                }
            }
            form(.class("find"), .id("find"), .role("search"), .reserved, .hidden) {
                Icon.search.small
                input(
                    .class("input"),
                    .id("query"),
                    .type("search"),
                    .ariaLabel("Place name or coordinates"),
                    .placeholder("Name, or 60.145 N, 24.987 E"),
                    .fixed("autocomplete", "off"),
                    .fixed("enterkeyhint", "go"),
                    .dirAuto
                )
            }
            div(.class("place-count")) {
                p(.class("muted small"), .id("count")) { count }
                a(
                    .class("btn btn-small btn-quiet"),
                    .href(.importFile(deck: say("Places"), back: ReturnPath(.places(.map()))))
                ) { "Import" }
            }
            // In the place of the list, which is empty then.
            p(.class("error"), .id("find-flaw"), .role("alert"), .hidden)
            ul(.class("rows place-rows"), .id("places"), .ariaLabel("Places")) {
                Each(sorted) { PlaceRow(pin: $0) }
            }
            p(.class("empty muted"), .id("no-places"), .present("hidden", if: !pins.isEmpty)) {
                "No places yet. Choose a spot on the map, or use the star, to add one."
            }
        }.write(to: &page)
    }

    private var count: Phrase { "\(pins.count) places" }

    /// Sorted by lower-case name; the page's script sorts by the rules of the language.
    private var sorted: [Pin] {
        pins.map { (key: $0.shownName.lowercased(), pin: $0) }.sorted { $0.key < $1.key }
            .map(\.pin)
    }
}

struct PlaceRow: HTML {
    /// Nil in the template from which the page's script creates rows.
    let pin: Pin?

    func write(to page: inout HTMLWriter) {
        li(
            .text("data-note", pin?.note.description),
            .text("data-at", pin?.place.map { "\($0.latitude),\($0.longitude)" })
        ) {
            a(.text("href", pin.map { Route.places(.place($0.note)).path })) {
                bdi { pin?.shownName ?? "" }
                small(.fixed("dir", "ltr")) { pin?.place.map(\.text) ?? "" }
            }
        }.write(to: &page)
    }
}
