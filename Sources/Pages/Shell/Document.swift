import Languages
import Notes

/// What every page has around its content: the head, the sprite, and the body.
///
/// All styles and scripts are linked, because the pages' policy allows nothing inline.
struct Document {
    private let title: Phrase
    private let assets: PageAssets
    private let settings: StudySettings
    private let content: Fragment

    init(
        title: Phrase,
        assets: PageAssets,
        settings: StudySettings,
        @HTMLBuilder content: () -> Fragment
    ) {
        self.title = title
        self.assets = assets
        self.settings = settings
        self.content = content()
    }

    /// The whole page in UTF-8.
    func render() -> [UInt8] {
        var page = HTMLWriter()
        page.markup("<!doctype html>")
        let language = InterfaceLanguage.current
        let title = title.pageText
        html(
            .lang(language),
            .dir(language.direction),
            .text("data-theme", settings.theme.rawValue),
            .text("data-motion", settings.motion.rawValue),
            .text("data-transparency", settings.transparency.rawValue),
            .text("data-differentiate", settings.differentiate ? "true" : nil),
            .present("data-lockable", if: PageFrame.current.isLockable),
            .text("data-base", SiteBase.path.isEmpty ? nil : SiteBase.path)
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
                meta(.fixed("name", "color-scheme"), .fixed("content", colorScheme))
                Pages.title { title == "Omena" ? title : "\(title) · Omena" }
                link(.rel("stylesheet"), .href(Asset.route(assets.style)))
                if assets.needsEngine {
                    link(
                        .rel("preload"),
                        .href(Asset.route("recall.wasm")),
                        .fixed("as", "fetch"),
                        .fixed("type", "application/wasm"),
                        .fixed("crossorigin", "anonymous")
                    )
                }
                if let script = assets.script {
                    Pages.script(.type("module"), .src(Asset.route(script)))
                }
                if PageFrame.current.isLockable, assets.isOfLibrary {
                    Pages.script(.type("module"), .src(Asset.route("js/lockwatch.js")))
                }
                if PageFrame.current.isWatchingPrograms, assets.isOfLibrary {
                    Pages.script(.type("module"), .src(Asset.route("js/connectwatch.js")))
                }
                link(.rel("icon"), .href(Asset.route("icons/logo.svg")), .type("image/svg+xml"))
                link(.rel("apple-touch-icon"), .href(Asset.route("icons/apple-touch-180.png")))
                link(.rel("manifest"), .href(.manifest))
                themeColors
            }
            body {
                Sprite(icons: icons)
                content
                if let script = assets.script { ScriptPhrases(script: script) }
            }
        }.write(to: &page)
        return page.bytes
    }

    /// The page's own icons, and those of the lock button and of a warning about the disk.
    private var icons: [Icon] {
        var icons = assets.icons
        if PageFrame.current.isLockable, !icons.contains(.lock) { icons.append(.lock) }
        if PageFrame.current.diskProblem != nil, !icons.contains(.alert) { icons.append(.alert) }
        return icons
    }

    private var colorScheme: StaticString {
        switch settings.theme {
        case .system: "light dark"
        case .light: "light"
        case .dark: "dark"
        }
    }

    /// The colour of the browser's own parts around the page, on a phone.
    @HTMLBuilder private var themeColors: some HTML {
        switch settings.theme {
        case .system:
            themeColor(Self.light, for: "(prefers-color-scheme: light)")
            themeColor(Self.dark, for: "(prefers-color-scheme: dark)")
        case .light: themeColor(Self.light)
        case .dark: themeColor(Self.dark)
        }
    }

    private static let light: StaticString = "#FAF6F1"
    private static let dark: StaticString = "#181310"

    private func themeColor(_ color: StaticString, for media: String? = nil) -> Element {
        meta(.fixed("name", "theme-color"), .fixed("content", color), .text("media", media))
    }
}

struct PageAssets {
    var style: String
    var script: String?
    var icons: [Icon] = []
    var needsEngine = false
    /// Whether the page shows something of the library, so that browsers leave it when the library is locked.
    var isOfLibrary = true

    /// For a page with a single message.
    static let plain = PageAssets(style: "css/plain.css")

    /// For signing in, and for who learns on a server of several.
    static func people(_ icons: [Icon] = []) -> PageAssets {
        PageAssets(
            style: "css/people.css",
            script: "js/signin.js",
            icons: icons,
            isOfLibrary: false
        )
    }

    /// For a form on a page of its own.
    static func form(script: String? = "js/form.js", _ icons: [Icon]) -> PageAssets {
        PageAssets(style: "css/form.css", script: script, icons: icons)
    }

    /// For a page with navigation.
    static func framed(style: String, script: String?, _ icons: [Icon] = []) -> PageAssets {
        PageAssets(
            style: style,
            script: script,
            icons: Destination.allCases.map(\.icon) + icons
        )
    }

    /// For a list of decks, tags, changes and the like.
    static func list(script: String? = "js/dropping.js", _ icons: [Icon] = []) -> PageAssets {
        framed(style: "css/list.css", script: script, icons)
    }
}
