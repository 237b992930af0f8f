import Notes

/// How a learner wants pages to look, beyond what the system says; it stands on the root element, and styles follow it.
struct Look {
    private let settings: StudySettings

    init(_ settings: StudySettings) { self.settings = settings }

    /// The colours that a browser paints its own parts with.
    var colorScheme: StaticString {
        switch settings.theme {
        case .system: "light dark"
        case .light: "light"
        case .dark: "dark"
        }
    }

    /// What the root element says.
    var theme: Attribute { .text("data-theme", settings.theme.rawValue) }
    var motion: Attribute { .text("data-motion", settings.motion.rawValue) }
    var transparency: Attribute { .text("data-transparency", settings.transparency.rawValue) }
    /// Says `true`, or is not there.
    var differentiate: Attribute {
        .text("data-differentiate", settings.differentiate ? "true" : nil)
    }

    /// The colours around the page, on a phone.
    @HTMLBuilder var themeColors: some HTML {
        switch settings.theme {
        case .system:
            Self.themeColor(Self.light, for: "(prefers-color-scheme: light)")
            Self.themeColor(Self.dark, for: "(prefers-color-scheme: dark)")
        case .light: Self.themeColor(Self.light)
        case .dark: Self.themeColor(Self.dark)
        }
    }

    private static let light: StaticString = "#FAF6F1"
    private static let dark: StaticString = "#181310"

    private static func themeColor(
        _ color: StaticString,
        for media: StaticString? = nil
    ) -> Element {
        meta(
            .fixed("name", "theme-color"),
            .fixed("content", color),
            .text("media", media?.description)
        )
    }
}
