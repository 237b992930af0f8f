import JSON
import Languages
import Library
import Notes
import Recall

/// Tells a page's script which library it stands before, and where answers go.
struct Place: HTML {
    let library: LibraryIdentity
    /// When the page's content was read.
    let at: Moment

    func write(to page: inout HTMLWriter) {
        let json = JSONWriter.object {
            $0.set("library", library.id)
            $0.set("epoch", library.epoch)
            $0.set("at", Int(at.milliseconds))
            $0.set("version", Asset.version)
            $0.set("reviews", Route.reviews.path)
            $0.set("home", Route.home.path)
            $0.set("review", Route.study(.review))
            $0.set("worker", Route.worker.path)
        }
        DataBlock(id: "place", json: json).write(to: &page)
    }
}

/// JSON inside a page, for its script to read.
struct DataBlock: HTML {
    let id: StaticString
    let json: [UInt8]

    func write(to page: inout HTMLWriter) {
        page.markup("<script type=\"application/json\" id=\"")
        page.markup(id)
        page.markup("\">")
        page.json(json)
        page.markup("</script>")
    }
}

/// Where the page's script says that answers are still on their way, or that one was not taken.
struct Unsaved: HTML {
    func write(to page: inout HTMLWriter) {
        div(.class("unsaved"), .id("unsaved"), .hidden) {
            Icon.alert.small
            p()
            a(.class("pair-link"), .href(.pair()), .hidden) { "Pair this browser" }
        }.write(to: &page)
    }
}

/// Where the page's script says what the server refused and why.
struct Refused: HTML {
    func write(to page: inout HTMLWriter) {
        div(.class("toast-place"), .id("refused"), .hidden) {
            div(.class("toast")) {
                p()
                button(.type("button")) { "Close" }
            }
        }.write(to: &page)
    }
}

/// The one live region of a page: its script writes whole sentences into it, at milestones only.
struct Status: HTML {
    func write(to page: inout HTMLWriter) {
        p(
            .class("vh"),
            .id("status"),
            .role("status"),
            .aria("aria-live", "polite"),
            .aria("aria-atomic", "true")
        )
        .write(to: &page)
    }
}
