import Languages

/// The frame of the manual's pages: with the navigation where the library is open for the browser, else alone.
struct HelpFrame: HTML {
    let isInside: Bool
    @HTMLBuilder let content: () -> Fragment

    func write(to page: inout HTMLWriter) {
        if isInside {
            Shell(current: nil, kind: "page help", content: content).write(to: &page)
        } else {
            main(.class("page help"), .id("main"), .tabindex(-1), content: content).write(to: &page)
        }
    }

    /// What its pages load; they show nothing of a library.
    static func assets(script: String? = nil, _ icons: [Icon] = []) -> PageAssets {
        var assets = PageAssets.framed(style: "css/help.css", script: script, icons)
        assets.isOfLibrary = false
        return assets
    }
}

/// Says that the manual is in English, where the interface is not.
struct ManualLanguageNote: HTML {
    func write(to page: inout HTMLWriter) {
        guard InterfaceLanguage.current != .english else { return }
        p(.class("muted")) { "The manual is in English so far." }.write(to: &page)
    }
}

/// A field that searches the manual.
struct HelpSearch: HTML {
    var query = ""

    func write(to page: inout HTMLWriter) {
        form(.class("help-search"), .role("search"), .method("get"), .action(.help())) {
            input(
                .class("input"),
                .type("search"),
                .id("q"),
                .fixed("name", "q"),
                .text("value", query),
                .searchLength,
                .ariaLabel("Search the manual"),
                .placeholder("Search the manual"),
                .fixed("enterkeyhint", "search"),
                .dirAuto
            )
            button(.class("btn"), .type("submit")) { "Search" }
        }.write(to: &page)
    }
}

/// A link to the chapter that explains a page.
struct HelpLink: HTML {
    let chapter: String
    let topic: Phrase

    /// - Parameter topic: What the chapter explains, for screen readers.
    init(_ chapter: String, about topic: Phrase) {
        self.chapter = chapter
        self.topic = topic
    }

    func write(to page: inout HTMLWriter) {
        a(
            .class("help-link"),
            .href(.chapter(chapter)),
            .ariaLabel("Help: \(topic.description)")
        ) { "Help" }.write(to: &page)
    }
}
