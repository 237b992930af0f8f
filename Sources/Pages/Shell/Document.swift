import Languages
import Notes

/// What every page has around it: the head with its links, the sprite, and the body.
///
/// All styles and scripts come by link, so that the pages live under a policy that allows nothing inline.
struct Document {
    private let title: Phrase
    private let parts: Parts
    private let look: Look
    private let content: Fragment

    init(
        title: Phrase,
        parts: Parts,
        settings: StudySettings,
        @HTMLBuilder content: () -> Fragment
    ) {
        self.title = title
        self.parts = parts
        look = Look(settings)
        self.content = content()
    }

    /// The whole page in UTF-8.
    func render() -> [UInt8] {
        var page = HTMLWriter()
        page.markup("<!doctype html>")
        let language = InterfaceLanguage.current
        let title = title.description
        html(
            .lang(language),
            .dir(language.direction),
            look.theme,
            look.motion,
            look.transparency,
            look.differentiate,
            .present("data-lockable", if: PageLock.isOn)
        ) {
            head {
                meta(.fixed("charset", "utf-8"))
                meta(
                    .fixed("name", "viewport"),
                    .fixed(
                        "content",
                        "width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-visual"
                    )
                )
                meta(.fixed("name", "color-scheme"), .fixed("content", look.colorScheme))
                Pages.title { title == "Omena" ? title : "\(title) · Omena" }
                link(.rel("stylesheet"), .href(Asset.route(parts.style)))
                if parts.needsEngine {
                    link(
                        .rel("preload"),
                        .href(Asset.route("recall.wasm")),
                        .fixed("as", "fetch"),
                        .fixed("type", "application/wasm"),
                        .fixed("crossorigin", "anonymous")
                    )
                }
                if let script = parts.script {
                    Pages.script(
                        .type("module"),
                        .src(Asset.route(script))
                    )
                }
                if PageLock.isOn, parts.isOfLibrary {
                    Pages.script(.type("module"), .src(Asset.route("js/lockwatch.js")))
                }
                links
            }
            body {
                Sprite(icons: icons)
                content
                if let script = parts.script { ScriptWords(script: script) }
            }
        }.write(to: &page)
        return page.bytes
    }

    /// The page's own, and the one of what its frame offers.
    private var icons: [Icon] {
        PageLock.isOn && !parts.icons.contains(.lock) ? parts.icons + [.lock] : parts.icons
    }

    @HTMLBuilder private var links: some HTML {
        link(.rel("icon"), .href(Asset.route("icons/logo.svg")), .type("image/svg+xml"))
        link(.rel("apple-touch-icon"), .href(Asset.route("icons/apple-touch-180.png")))
        link(.rel("manifest"), .href(.manifest))
        look.themeColors
    }
}

/// What a page takes from the assets.
struct Parts {
    /// The style sheet of the page.
    var style: String
    /// The script that runs the page, if it has one.
    var script: String?
    var needsEngine = false
    /// Whether something of the library is on it, so that it is left when the library is locked.
    var isOfLibrary = true
    var icons: [Icon]

    init(
        style: String,
        script: String? = nil,
        needsEngine: Bool = false,
        icons: [Icon] = []
    ) {
        self.style = style
        self.script = script
        self.needsEngine = needsEngine
        self.icons = icons
    }
}
