import JSON
import LibraryValues
import Notes
import Recall

/// Tells a page's script which library the page belongs to, and where answers are sent.
struct PageContext: HTML {
    let library: LibraryIdentity
    /// When the page's content was read from the library.
    let at: Moment
    /// When the first cards that the page promises for later come back, after which the page is out of date.
    var back: Moment?

    func write(to page: inout HTMLWriter) {
        let json = JSONWriter.object {
            $0.set("library", library.id)
            $0.set("epoch", library.epoch)
            $0.set("at", Int(at.milliseconds))
            $0.set("back", back?.milliseconds)
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
